const unused = 1;
export default (request) => ({ status: request.parent, children: [] });
