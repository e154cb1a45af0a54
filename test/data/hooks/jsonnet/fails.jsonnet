local check(spec) =
  if std.objectHas(spec, 'who') then spec.who else error 'spec.who is missing';

function(request) { status: check(request.parent.spec) }
