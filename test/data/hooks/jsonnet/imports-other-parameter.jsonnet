import 'other-parameter.jsonnet'
