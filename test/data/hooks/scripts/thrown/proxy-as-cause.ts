export default () => {
  throw new Error('the shop is closed', { cause: new Proxy({}, { get: () => { throw new Error('a trap'); } }) });
};
