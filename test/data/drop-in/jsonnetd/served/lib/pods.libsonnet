{
  local key = 'index',

  // Pods by their index, from the map that a request carries.
  sorted(map):: std.sort([map[name] for name in std.objectFields(map)], function(pod) $.index(pod)),

  index(pod):: std.parseInt(pod.metadata.labels[key]),

  ready(pod):: std.length([
    condition
    for condition in (if 'status' in pod && 'conditions' in pod.status then pod.status.conditions else [])
    if condition.type == 'Ready' && condition.status == 'True'
  ]) > 0,

  make(group, index):: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: '%s-%d' % [group.metadata.name, index],
      labels: group.spec.selector.matchLabels { [key]: std.toString(index) },
    },
    spec: group.spec.template.spec,
  },
}
