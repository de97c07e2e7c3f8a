package load

// translateCgo gives the nodes of the main modules that use cgo the files that
// cgo makes, with which function bodies type-check. Where cgo cannot be run (no
// C compiler, a missing header) the files stay as people wrote them and the
// fault is reported for that package only.
func (l *loader) translateCgo() {
	var paths []string
	for _, n := range l.nodes {
		if n.own && n.fakeCgo && n.ForTest == "" {
			paths = append(paths, n.path)
		} else if n.own && n.fakeCgo {
			paths = append(paths, n.ForTest)
		}
	}
	if len(paths) == 0 {
		return
	}
	list, err := l.goListCompiled(paths)
	if err != nil {
		return // the type-checker will say what is missing
	}
	compiled := make(map[string][]string)
	for _, p := range list {
		if p.Error == nil && len(p.CompiledGoFiles) > 0 {
			compiled[p.ImportPath] = p.CompiledGoFiles
		}
	}
	for _, n := range l.nodes {
		if files := compiled[n.ImportPath]; n.own && n.fakeCgo && files != nil {
			n.files = absolute(n.Dir, files)
			n.fakeCgo = false
			n.cgo = true
		}
	}
}
