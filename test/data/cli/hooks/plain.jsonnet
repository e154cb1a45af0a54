function(request) { status: { who: request.parent.spec.who, greeting: std.extVar('greeting') }, children: [] }
