function(request) { status: std.native('retryLater')(2.5, 'the volume is not there yet') }
