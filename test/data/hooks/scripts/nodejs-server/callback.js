module.exports = function (context, callback) { callback(201, 'made', { 'x-a': 'b' }); };
