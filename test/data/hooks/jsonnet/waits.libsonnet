{ wait: std.native('retryLater')(4, 'in a library') }
