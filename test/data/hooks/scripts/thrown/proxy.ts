export default () => {
  const refuse = () => { throw new Error('a trap'); };
  throw new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse, ownKeys: refuse });
};
