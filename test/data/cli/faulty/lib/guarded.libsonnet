if std.objectHas(std, 'newInNextRelease') then std.newInNextRelease else null
