module.exports = (request) => ({ status: { style: 'cjs', who: request.parent.spec.who } });
