function(request, replicas, image='none') {
  replicas: replicas,
  image: image,
  cluster: std.extVar('cluster'),
  sum: std.extVar('sum'),
}
