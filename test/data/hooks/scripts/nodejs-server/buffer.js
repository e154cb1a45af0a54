module.exports = async () => ({ status: 200, body: Buffer.from('{"status":{},"children":[]}') });
