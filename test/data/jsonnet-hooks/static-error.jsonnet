function(request) {
  status: unknown,
}
