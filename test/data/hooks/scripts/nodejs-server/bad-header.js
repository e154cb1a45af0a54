module.exports = async () => ({ status: 200, headers: { 'x y': '1' } });
