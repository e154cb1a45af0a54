export interface Typed { status: object; children: object[] }
export default () => ({ status: {}, children: [] });
