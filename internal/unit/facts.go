package unit

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// Facts are what the analyzers of one unit know about other packages and tell
// about their own. As with x/tools' unitchecker, facts of packages and of
// functions come from direct imports only; facts of types, methods and fields
// are passed on. Both of our drivers go through this type and through the
// encoded form, so that they cannot differ in what an analyzer sees.
type Facts struct {
	pkg *types.Package

	mu sync.Mutex
	m  map[factKey]analysis.Fact
}

type factKey struct {
	pkg  *types.Package
	obj  types.Object // nil for a fact of the package
	kind reflect.Type
}

// gobFact has the names of x/tools' type, so that each reads the other's files.
type gobFact struct {
	PkgPath string
	Object  objectpath.Path
	Fact    analysis.Fact
}

// An Export is the encoded facts of a unit. Decoding is done once and on demand.
type Export struct {
	Data []byte

	once  sync.Once
	facts []gobFact
	err   error
}

// Empty says that the unit has no facts: that it reaches no client.
func (e *Export) Empty() bool { return e == nil || len(e.Data) == 0 }

func (e *Export) decode() ([]gobFact, error) {
	e.once.Do(func() {
		e.err = gob.NewDecoder(bytes.NewReader(e.Data)).Decode(&e.facts)
	})
	return e.facts, e.err
}

// RegisterFacts makes the fact types of the analyzers, and of what they
// require, known to the decoder.
func RegisterFacts(analyzers []*analysis.Analyzer) {
	for a := range closure(analyzers) {
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
	}
}

// closure is the analyzers and all they require.
func closure(analyzers []*analysis.Analyzer) map[*analysis.Analyzer]bool {
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if !seen[a] {
				seen[a] = true
				visit(a.Requires)
			}
		}
	}
	visit(analyzers)
	return seen
}

// FactAnalyzers is what must run on a unit that is wanted for its facts only:
// the analyzers that have facts, among the given ones and what they require.
func FactAnalyzers(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for a := range closure(analyzers) {
		if len(a.FactTypes) > 0 {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// ImportFacts is the facts that a unit of pkg starts with; read gives the
// export of a direct import, or nil.
func ImportFacts(pkg *types.Package, read func(path string) *Export) (*Facts, error) {
	s := &Facts{pkg: pkg, m: make(map[factKey]analysis.Fact)}
	lookup := packageIndex(pkg)
	for _, imp := range pkg.Imports() {
		export := read(imp.Path())
		if export.Empty() {
			continue
		}
		list, err := export.decode()
		if err != nil {
			return nil, fmt.Errorf("facts of %s: %w", imp.Path(), err)
		}
		for _, f := range list {
			key := factKey{pkg: imp, kind: reflect.TypeOf(f.Fact)}
			if f.PkgPath != imp.Path() {
				if key.pkg = lookup(f.PkgPath); key.pkg == nil {
					continue // about a package that this unit does not use
				}
			}
			if f.Object != "" {
				if key.obj, err = objectpath.Object(key.pkg, f.Object); err != nil {
					continue // not visible in export data
				}
			}
			s.m[key] = f.Fact
		}
	}
	return s, nil
}

// packageIndex finds a package among all that pkg imports. The walk is done
// when first asked for: a fact about the import itself, the usual kind, needs none.
func packageIndex(pkg *types.Package) func(path string) *types.Package {
	var index map[string]*types.Package
	return func(path string) *types.Package {
		if index == nil {
			index = make(map[string]*types.Package)
			var visit func([]*types.Package)
			visit = func(list []*types.Package) {
				for _, p := range list {
					if index[p.Path()] == nil {
						index[p.Path()] = p
						visit(p.Imports())
					}
				}
			}
			visit(pkg.Imports())
		}
		return index[path]
	}
}

// Export encodes what this unit passes on. The order is fixed: the go
// command's cache goes by the bytes.
func (s *Facts) Export() (*Export, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []gobFact
	var paths objectpath.Encoder
	for k, fact := range s.m {
		f := gobFact{PkgPath: k.pkg.Path(), Fact: fact}
		if k.pkg != s.pkg && !passedOn(k.obj) {
			continue
		}
		if k.obj != nil {
			path, err := paths.For(k.obj)
			if err != nil {
				continue // local: nobody outside can name it
			}
			f.Object = path
		}
		list = append(list, f)
	}
	if len(list) == 0 {
		return &Export{}, nil
	}
	slices.SortFunc(list, func(a, b gobFact) int {
		return strings.Compare(a.sortKey(), b.sortKey())
	})
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(list); err != nil {
		return nil, fmt.Errorf("facts of %s: %w", s.pkg.Path(), err)
	}
	return &Export{Data: buf.Bytes()}, nil
}

func (f gobFact) sortKey() string {
	return f.PkgPath + "\x00" + string(f.Object) + "\x00" + reflect.TypeOf(f.Fact).String()
}

// passedOn says whether a fact about a foreign object is exported again: those
// of types, methods and fields are, since an importer may meet the object
// without importing its package.
func passedOn(obj types.Object) bool {
	if obj == nil {
		return false
	}
	_, isType := obj.(*types.TypeName)
	return isType || obj.Parent() != obj.Pkg().Scope()
}

// bind gives a pass its fact operations.
func (s *Facts) bind(pass *analysis.Pass) {
	own := make(map[reflect.Type]bool)
	for _, f := range pass.Analyzer.FactTypes {
		own[reflect.TypeOf(f)] = true
	}
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
		return s.get(factKey{pkg: pkg, kind: reflect.TypeOf(fact)}, fact)
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		s.put(factKey{pkg: s.pkg, kind: reflect.TypeOf(fact)}, fact)
	}
	pass.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
		return s.get(factKey{pkg: obj.Pkg(), obj: obj, kind: reflect.TypeOf(fact)}, fact)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		s.put(factKey{pkg: obj.Pkg(), obj: obj, kind: reflect.TypeOf(fact)}, fact)
	}
	pass.AllPackageFacts = func() (all []analysis.PackageFact) {
		s.each(own, func(k factKey, f analysis.Fact) {
			if k.obj == nil {
				all = append(all, analysis.PackageFact{Package: k.pkg, Fact: f})
			}
		})
		return all
	}
	pass.AllObjectFacts = func() (all []analysis.ObjectFact) {
		s.each(own, func(k factKey, f analysis.Fact) {
			if k.obj != nil {
				all = append(all, analysis.ObjectFact{Object: k.obj, Fact: f})
			}
		})
		return all
	}
}

func (s *Facts) get(k factKey, into analysis.Fact) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.m[k]
	if ok {
		reflect.ValueOf(into).Elem().Set(reflect.ValueOf(f).Elem())
	}
	return ok
}

func (s *Facts) put(k factKey, f analysis.Fact) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k] = f
}

func (s *Facts) each(kinds map[reflect.Type]bool, f func(factKey, analysis.Fact)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, fact := range s.m {
		if kinds[k.kind] {
			f(k, fact)
		}
	}
}
