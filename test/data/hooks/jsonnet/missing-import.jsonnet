function(request) { lib: import 'not-there.libsonnet' }
