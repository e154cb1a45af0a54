// A HelloWorld is one Pod that says hello to `spec.who`.
function(request) {
  local parent = request.parent,
  local who = std.get(std.get(parent, 'spec', {}), 'who', 'World'),

  status: { pods: std.length(std.get(request.children, 'Pod.v1', {})) },
  children: [
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: parent.metadata.name },
      spec: {
        restartPolicy: 'OnFailure',
        containers: [
          { name: 'hello', image: 'busybox:1.37.0', command: ['echo', 'Hello, %s!' % who] },
        ],
      },
    },
  ],
}
