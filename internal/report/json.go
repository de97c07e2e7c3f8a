package report

import (
	"encoding/json"
	"io"
)

// WriteJSON writes the tree that `go vet -json` writes: package path, then
// analyzer, then its findings or an error. Where the go command prints one
// object for each package as they end, this is a single object, sorted.
func WriteJSON(w io.Writer, packages []*Package) error {
	type failure struct {
		Err string `json:"error"`
	}
	tree := make(map[string]map[string]any)
	set := func(path, analyzer string, v any) {
		if tree[path] == nil {
			tree[path] = make(map[string]any)
		}
		tree[path][analyzer] = v
	}
	for _, p := range packages {
		for analyzer, list := range p.Findings {
			set(p.Path, analyzer, list)
		}
		for analyzer, message := range p.Errors {
			set(p.Path, analyzer, failure{message})
		}
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
