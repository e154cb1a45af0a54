module.exports = async () => ({ status: 200, body: {} });
