exports.copy = (value) => JSON.parse(JSON.stringify(value));

exports.templateOf = (object) => JSON.parse(object.metadata.annotations['example.com/template']);
