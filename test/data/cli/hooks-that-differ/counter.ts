let calls = 0;
export default () => {
  calls++;
  console.log('call', calls);
  return { status: calls > 1 ? { calls } : {}, children: [] };
};
