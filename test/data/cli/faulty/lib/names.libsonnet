{
  name(request):: std.asciiLowr(request.parent.metadata.name),
  own: local std = { anything: 1 }; std.anything,
  broken: import 'broken.libsonnet',
  guarded: import 'guarded.libsonnet',
  text: importstr 'broken.libsonnet',
}
