exports.default = (request) => ({ status: { style: 'exports.default', who: request.parent.spec.who } });
