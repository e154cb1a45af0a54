// A group of Pods that are made one after the other, each once the one before is ready.
local pods = import 'lib/pods.libsonnet';

function(request) {
  local group = request.parent,
  local observed = pods.sorted(request.children['Pod.v1']),
  local running = [pod for pod in observed if pods.ready(pod)],
  local wanted = std.min(group.spec.replicas, std.length(running) + 1),

  status: {
    replicas: std.length(observed),
    readyReplicas: std.length(running),
    conditions: [{ type: 'Ready', status: if std.length(running) == group.spec.replicas then 'True' else 'False' }],
  },
  children: [pods.make(group, index) for index in std.range(0, wanted - 1)],
}
