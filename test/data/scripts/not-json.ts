export default (request: any) => {
  const pod: any = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
  if (request === 'nan') pod.spec = { replicas: Number.NaN };
  if (request === 'function') pod['strange key'] = [() => {}];
  if (request === 'map') pod.spec = new Map();
  if (request === 'promise') pod.spec = Promise.resolve();
  if (request === 'cycle') pod.self = pod;
  if (request === 'bigint') return 5n;
  return { children: [pod] };
};
