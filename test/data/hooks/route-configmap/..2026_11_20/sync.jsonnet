function(request) {}
