const sync = (request) => ({ status: { style: 'default', who: request.parent.spec.who } });

module.exports = sync;
module.exports.default = sync;
