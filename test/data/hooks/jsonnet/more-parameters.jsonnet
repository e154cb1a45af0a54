local zone = 'eu';
function(request, cluster, region=zone) { status: {} }
