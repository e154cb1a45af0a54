function(request) {
  relatedResources: [
    {
      apiVersion: 'v1',
      resource: 'secrets',
      namespace: request.parent.metadata.namespace,
      names: [request.parent.spec.secretName],
    },
  ],
}
