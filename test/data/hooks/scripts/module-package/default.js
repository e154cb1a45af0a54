export default (request) => ({ status: { style: 'es module', who: request.parent.spec.who } });
