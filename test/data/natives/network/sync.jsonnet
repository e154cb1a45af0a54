// Code from a URL below -U, an image from a registry, and a hook that is not ready yet.
local remote = import 'remote.libsonnet';

function(request)
  local spec = request.parent.spec;
  if std.objectHas(spec, 'wait') then std.native('retryLater')(spec.wait, 'the database is not there yet')
  else {
    status: { from: remote.name },
    children: [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: request.parent.metadata.name },
        spec: { containers: [{ name: 'main', image: std.native('resolveImage')(std.extVar('registry') + '/' + spec.image) }] },
      },
    ],
  }
