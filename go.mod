module github.com/leasevet/leasevet

go 1.26.0

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/yuin/gopher-lua v1.1.2
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/tools v0.52.0
	honnef.co/go/tools v0.8.2
)

require golang.org/x/sync v0.24.0 // indirect
