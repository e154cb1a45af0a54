export default function wrong() {
  return { status: {}, children: [{ apiVersion: 'v1', kind: 'Pod', metadata: {} }] };
}
