local lib = import 'lib/names.libsonnet';
local kubecfg = import 'kubecfg.libsonnet';
function(request) {
  status: {
    never: if false then import 'not-there.libsonnet',
    raw: importstr './not-there.txt',
    remote: import 'https://example.com/x.libsonnet',
    native: std.native('parseJsn')('{}'),
    region: std.extVar('regoin'),
    zone: std.extVar('zone'),
  },
  children: [lib.name(request) for _ in std.range(1, std.lenght([1]))],
}
