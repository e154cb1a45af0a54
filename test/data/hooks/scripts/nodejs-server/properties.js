async function sync(context) {
  return {
    status: 200,
    body: { status: { who: context.request.body.parent.spec.who }, children: [] },
  };
}

sync.interval = 5;
exports.unused = 1;
module.exports = sync;
