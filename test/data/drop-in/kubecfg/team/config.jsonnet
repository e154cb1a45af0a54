// A ProxyConfig becomes a ConfigMap; the natives are called by their own names, and there is a second argument.
local parseJson = std.native('parseJson');
local manifestJson = std.native('manifestJson');
local manifestYaml = std.native('manifestYaml');
local regexSubst = std.native('regexSubst');
local regexMatch = std.native('regexMatch');
local escapeStringRegex = std.native('escapeStringRegex');

// Only needed for a mode that nobody uses, and the file is long gone.
local legacy = import 'legacy/templates.libsonnet';

function(request, cluster)
  local parent = request.parent;
  local spec = parent.spec;
  local hosts = [
    regexSubst('^(?P<name>[a-z]+)\\.' + escapeStringRegex(spec.domain) + '$', host, '${name}.' + cluster + '.internal')
    for host in spec.hosts
    if regexMatch('(?i)^[a-z]+\\.', host)
  ];
  local settings = parseJson(std.get(parent.metadata.annotations, 'settings', '{}')) + { hosts: hosts };
  {
    status: { hosts: std.length(hosts), checksum: std.md5(manifestJson(settings, 0)) },
    children: if std.get(spec, 'mode') == 'legacy' then legacy.children(request) else [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: parent.metadata.name, labels: { proxy: parent.metadata.name } },
        data: {
          'proxy.yaml': manifestYaml(settings),
          'proxy.json': manifestJson(settings, 2),
        },
      },
    ],
  }
