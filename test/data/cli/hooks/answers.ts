// Answers what it was asked, one child.
export default function answers(request: { parent: { spec: { who: string } } }) {
  console.log('asked by', request.parent.spec.who);
  return {
    status: { who: request.parent.spec.who },
    children: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'hello' }, spec: {} }],
  };
}
