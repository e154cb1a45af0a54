import { deploy } from 'hookd';
export default () => ({ status: {}, children: deploy() });
