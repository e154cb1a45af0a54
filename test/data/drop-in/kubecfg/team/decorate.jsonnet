// Decorates namespaces that say how much they need; sync and finalize are one hook.
local kubecfg = import 'internal:///kubecfg.libsonnet';

local schema = {
  type: 'object',
  properties: {
    cpu: { type: 'string', pattern: '^[0-9]+m?$' },
    pods: { type: 'integer', minimum: 1 },
  },
  required: ['cpu'],
  additionalProperties: false,
};

local sync(request) =
  local object = request.object;
  local quota = kubecfg.parseJson(object.metadata.annotations['example.com/quota']);
  assert kubecfg.validateJSONSchema(quota, schema);
  {
    labels: { 'example.com/quota': 'yes' },
    annotations: { 'example.com/pending': null },
    attachments: [
      {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'quota', namespace: object.metadata.name },
        spec: {
          hard: { 'limits.cpu': quota.cpu } + (if std.objectHas(quota, 'pods') then { pods: quota.pods } else {}),
        },
      },
    ],
  };

local finalize(request) = {
  attachments: [],
  finalized: std.length(request.attachments['ResourceQuota.v1']) == 0,
};

function(request) if request.finalizing then finalize(request) else sync(request)
