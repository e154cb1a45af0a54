// Sends back a field that only the cluster sets.
export default function warns() {
  return {
    status: {},
    children: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'hello', uid: 'u-1' } }],
  };
}
