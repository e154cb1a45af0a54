const { stringify } = JSON;
JSON.stringify = (data) => stringify({ data });
Object.prototype.toJSON = () => 5;

export default () => ({ status: {}, children: [] });
