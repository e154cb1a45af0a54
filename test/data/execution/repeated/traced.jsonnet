function(request) std.trace('seen', { status: { fine: request.parent.spec.number }, children: [] })
