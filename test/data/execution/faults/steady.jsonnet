function(request) { status: { number: request.parent.spec.number }, children: [] }
