module.exports = async (context) => ({
  status: 200,
  body: { status: { who: context.request.body.parent.spec.who }, children: [] },
});
