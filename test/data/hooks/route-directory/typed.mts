export default () => ({ status: {}, children: [] });
