export default () => {
  const error = new Error('hidden');
  for (const key of ['stack', 'message', 'cause']) {
    Object.defineProperty(error, key, { get: () => { throw new Error(key); } });
  }
  throw error;
};
