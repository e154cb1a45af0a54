// A Shop becomes the objects of a YAML file, patched with kubecfg's helpers.
local kubecfg = import 'kubecfg.libsonnet';
local labels = import 'labels.libsonnet';  // found by -J

local manifests = kubecfg.parseYaml(importstr 'manifests.yaml');

local process(request) = {
  local parent = request.parent,
  local name = parent.metadata.name,

  local instance(o) = o {
    metadata+: { name: name + '-' + super.name, labels+: labels(name) },
  },

  objects:: kubecfg.fold(kubecfg.layouts.gvkNsName, kubecfg.deepMap(instance, manifests), {}) {
    'apps/v1.Deployment'+: { _+: { [name + '-web']+: {
      spec+: {
        replicas: kubecfg.getPath(parent, 'spec.web.replicas', default=1),
        selector: { matchLabels: labels(name) },
        template+: {
          metadata+: { labels+: labels(name) },
          spec+: {
            containers: [
              c { image: kubecfg.resolveImage(std.extVar('registry') + '/shop/' + c.name) }
              for c in super.containers
            ],
          },
        },
      },
    } + (
      if kubecfg.objectHasPath(parent, 'spec.web.overlay')
      then kubecfg.toOverlay(parent.spec.web.overlay)
      else {}
    ) } },
  },

  status: {
    observedGeneration: std.get(parent.metadata, 'generation', 0),
    ready: std.length(std.objectFields(request.children['Deployment.apps/v1'])) > 0,
  },
  resyncAfterSeconds: 30.0,
  children: kubecfg.fold(function(list, o) list + [o], $.objects, []),
};

function(request)
  local response = process(request);
  std.trace('response: ' + std.manifestJsonEx(response, '  '), response)
