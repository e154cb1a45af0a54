let calls = 0;
export default () => {
  if (calls++ > 0) throw new Error('once only');
  return { status: {}, children: [] };
};
