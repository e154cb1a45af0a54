module.exports = async () => ({ status: 200, headers: { 'x-y': 'a\r\nb: c' } });
