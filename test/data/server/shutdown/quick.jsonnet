function(request) { status: { n: request.parent.spec.n }, children: [] }
