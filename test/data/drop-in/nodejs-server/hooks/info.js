// No Metacontroller hook at all, but nodejs-server served such files, too: any method, any path below its name.
const started = 'up';

module.exports = async (context) => {
  const { body } = context.request;
  if (Object.keys(body).length === 0) return { status: 200, body: started, headers: { 'Content-Type': 'text/plain' } };
  if (body.fail) throw new Error('as it was asked to');
  return { status: 418, body: { got: body }, headers: { 'Content-Type': 'application/json', 'X-Kind': 'teapot' } };
};
