// Takes the Pods away from the last to the first.
local pods = import 'lib/pods.libsonnet';

function(request) {
  local observed = pods.sorted(request.children['Pod.v1']),
  local left = std.length(observed) - 1,

  status: { replicas: std.length(observed) },
  children: [pods.make(request.parent, index) for index in std.range(0, left - 1)],
  finalized: observed == [],
}
