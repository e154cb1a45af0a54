function(request) {
  status: std.join(",", [1, 2]),
}
