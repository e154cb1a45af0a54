function(request) { status: { fine: request.parent.spec.number }, children: [] }
