function(req) { status: {} }
