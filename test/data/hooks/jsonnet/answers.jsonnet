local lib = import 'lib.libsonnet';

function(request) {
  status: lib.greet(request.parent.spec.who),
  never:: import 'not-there.libsonnet',
}
