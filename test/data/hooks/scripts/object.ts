export default { sync: () => ({}) };
