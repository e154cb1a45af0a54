export default () => ({
  status: { phase: 'ok' },
  children: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', annotations: { at: new Date().toISOString() } } }],
});
