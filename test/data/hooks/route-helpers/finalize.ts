import sync from './sync.ts';
export default () => ({ ...sync(), finalized: true });
