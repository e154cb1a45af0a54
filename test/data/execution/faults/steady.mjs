export default (request) => ({ status: { number: request.parent.spec.number }, children: [] });
