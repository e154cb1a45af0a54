import { nothing } from './nowhere';

export default () => nothing();
