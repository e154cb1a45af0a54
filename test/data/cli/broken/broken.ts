export default { sync: 1 };
