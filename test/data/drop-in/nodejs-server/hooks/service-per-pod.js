// A decorator, without async: a promise by hand, and a reply with a header of its own.
var finalize = require('../lib/template').copy({ attachments: [] });

module.exports = function (context) {
  return new Promise(function (resolve) {
    var observed = context.request.body;
    if (observed.finalizing) {
      var left = Object.keys(observed.attachments['Service.v1']).length;
      resolve({ status: 200, body: Object.assign({}, finalize, { finalized: left === 0 }) });
      return;
    }
    var ports = observed.object.metadata.annotations['service-per-pod-ports'].split(',');
    var attachments = [];
    for (var i = 0; i < observed.object.spec.replicas; i++) {
      var name = observed.object.metadata.name + '-' + i;
      attachments.push({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: name, labels: { app: 'service-per-pod' } },
        spec: {
          selector: { 'pod-name': name },
          ports: ports.map(function (pair) {
            var parts = pair.split(':');
            return { name: 'port-' + parts[0], port: Number(parts[0]), targetPort: Number(parts[1]) };
          })
        }
      });
    }
    resolve({ status: 200, body: { attachments: attachments }, headers: { 'X-Pods': String(attachments.length) } });
  });
};
