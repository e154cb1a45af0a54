local library = import 'library.libsonnet';
function(name='nobody') { greeting: library.greet(name), level: std.extVar('level') }
