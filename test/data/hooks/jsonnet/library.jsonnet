function(request) { where: import 'where.libsonnet', only: import 'only-a.libsonnet' }
