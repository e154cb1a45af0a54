module.exports = async function sync(context) {
  return {
    status: 200,
    body: { status: { who: context.request.body.parent.spec.who }, children: [] },
  };
};
