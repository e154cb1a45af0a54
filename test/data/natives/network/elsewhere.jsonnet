// Its origin is none that the test allows.
local far = import 'http://127.0.0.1:1/far.libsonnet';

function(request) { children: [], status: { far: far } }
