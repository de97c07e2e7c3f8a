package load

import (
	"cmp"
	"slices"
)

// translateCgo gives the nodes of the main modules that use cgo the files that
// cgo makes, with which function bodies type-check. Where cgo cannot be run (no
// C compiler, a missing header) the files stay as people wrote them.
func (l *loader) translateCgo() {
	uses := func(n *node) bool { return n.fakeCgo && (n.own || n.root) }
	var paths []string
	for _, n := range l.nodes {
		if uses(n) {
			paths = append(paths, cmp.Or(n.ForTest, n.path))
		}
	}
	if len(paths) == 0 {
		return
	}
	slices.Sort(paths)
	list, err := l.goListCompiled(slices.Compact(paths))
	if err != nil {
		return // each package will be told as a problem
	}
	compiled := make(map[string][]string)
	for _, p := range list {
		if p.Error == nil && len(p.CompiledGoFiles) > 0 {
			compiled[p.ImportPath] = p.CompiledGoFiles
		}
	}
	for _, n := range l.nodes {
		if files := compiled[n.ImportPath]; uses(n) && files != nil {
			n.files = absolute(n.Dir, files)
			n.fakeCgo = false
		}
	}
}
