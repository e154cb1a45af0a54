// Adds to a ConfigMap what is written in its annotations, with jsonnetd's own natives.
local jsonUnmarshal = std.native('jsonUnmarshal');
local parseInt = std.native('parseInt');

function(request)
  local object = request.object;
  local wanted = jsonUnmarshal(object.metadata.annotations.access);
  {
    annotations: { mode: std.toString(parseInt(wanted.mode, 8)), mask: '%x' % parseInt('0x1f', 0) },
    attachments: [
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: object.metadata.name + '-' + std.asciiLower(group) },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: group }],
      }
      for group in wanted.groups
    ],
  }
