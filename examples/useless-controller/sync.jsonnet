// A UselessPod is a Deployment that keeps one Pod that does nothing.
function(request) {
  local parent = request.parent,
  local name = 'useless-' + parent.spec.name,
  local labels = { 'app.kubernetes.io/name': name },
  local observed = [
    deployment
    for deployment in std.objectValues(std.get(request.children, 'Deployment.apps/v1', {}))
    if deployment.metadata.name == name
  ],
  local isReady(deployment) = std.get(std.get(deployment, 'status', {}), 'readyReplicas', 0) > 0,

  status: {
    observedGeneration: parent.metadata.generation,
    ready: std.any(std.map(isReady, observed)),
  },
  children: [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: name, labels: labels },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels: labels },
          spec: { containers: [{ name: 'pause', image: 'registry.k8s.io/pause:3.10' }] },
        },
      },
    },
  ],
  resyncAfterSeconds: 30,
}
