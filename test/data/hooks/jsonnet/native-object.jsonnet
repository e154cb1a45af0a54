function(request) { status: std.native('manifestYaml')({ a: 1 }) }
