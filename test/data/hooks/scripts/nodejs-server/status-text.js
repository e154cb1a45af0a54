module.exports = () => ({ status: '201', body: 'made' });
