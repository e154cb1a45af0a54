module recorder

go 1.21

require (
	github.com/ghodss/yaml v1.0.0
	k8s.io/apimachinery v0.29.0
)

require (
	gopkg.in/yaml.v2 v2.4.0 // indirect
	sigs.k8s.io/json v0.0.0-20221116044647-bc3834ca7abd // indirect
	sigs.k8s.io/yaml v1.4.0 // indirect
)
