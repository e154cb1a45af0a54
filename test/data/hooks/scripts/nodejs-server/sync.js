const { describe } = require('./describe.js');

module.exports = async function (context) {
  const { body, method, url, path, query, headers } = context.request;
  return {
    status: 200,
    body: describe({ body, method, url, path, query, agent: context.request.get('User-Agent'), headers }),
    headers: { 'Content-Type': 'application/json', 'X-List': ['a', 'b'], 'X-Number': 5 },
  };
};
