package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestChainWord compares the rule of ChainWord with what the builders of the
// commands in raw.go really append, read from the sources of rueidis and valkey-go.
func TestChainWord(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the sources of rueidis")
	}
	for _, path := range []string{"github.com/redis/rueidis/internal/cmds", "github.com/valkey-io/valkey-go/internal/cmds"} {
		cmd := exec.Command("go", "list", "-f", "{{.Dir}}", path)
		cmd.Dir = "../../testdata"
		dir, err := cmd.Output()
		if err != nil {
			t.Fatal(path, err)
		}
		files, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "*.go"))
		links := 0
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv != nil && fd.Name.IsExported() {
					links += checkLink(t, path, fd)
				}
			}
		}
		if links < 200 {
			t.Errorf("%s: only %d links of known commands", path, links)
		}
	}
}

// checkLink compares one builder method, if it belongs to a command that raw.go knows.
func checkLink(t *testing.T, path string, fd *ast.FuncDecl) int {
	recv, ok := fd.Recv.List[0].Type.(*ast.Ident)
	if !ok {
		return 0
	}
	if recv.Name != "Builder" && recv.Name != "Arbitrary" && !slices.ContainsFunc(commandNames, func(name string) bool { return ofCommand(recv.Name, name) }) {
		return 0
	}
	if recv.Name == "Builder" && !slices.ContainsFunc(commandNames, func(name string) bool {
		return strings.EqualFold(strings.ReplaceAll(name, "_", ""), fd.Name.Name)
	}) {
		return 0
	}
	var appended []string
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			s, _ := strconv.Unquote(lit.Value)
			appended = append(appended, s)
		}
		return true
	})
	word, link := ChainWord(method(path, recv.Name, fd.Name.Name))
	if finishedLinks[fd.Name.Name] {
		if link {
			t.Errorf("%s.%s is no link", recv.Name, fd.Name.Name)
		}
		return 0
	}
	if fd.Type.Results == nil || recv.Name == "Arbitrary" && fd.Name.Name == "IsZero" {
		return 0
	}
	// The slot checks of Key and Keys hold no words.
	if !link || strings.Join(appended, " ") != word {
		t.Errorf("%s: %s.%s appends %q, ChainWord says %q, %v", path, recv.Name, fd.Name.Name, appended, word, link)
	}
	return 1
}

var commandNames = func() (names []string) {
	for name := range commands {
		names = append(names, name)
	}
	return names
}()

// ofCommand reports whether a builder type belongs to a command: SetConditionNx
// is SET's, SetnxKey is not.
func ofCommand(typ, command string) bool {
	name := command[:1] + strings.ToLower(command[1:])
	rest, ok := strings.CutPrefix(typ, strings.ReplaceAll(name, "_ro", "Ro"))
	return ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z')
}

// method makes a method of a builder type, with one result.
func method(path, recv, name string) *types.Func {
	pkg := types.NewPackage(path, "cmds")
	typ := types.NewNamed(types.NewTypeName(token.NoPos, pkg, recv, nil), types.NewStruct(nil, nil), nil)
	result := types.NewTuple(types.NewParam(token.NoPos, pkg, "", typ))
	sig := types.NewSignatureType(types.NewParam(token.NoPos, pkg, "c", typ), nil, nil, nil, result, false)
	return types.NewFunc(token.NoPos, pkg, name, sig)
}

func TestChainRows(t *testing.T) {
	const cmds = "github.com/redis/rueidis/internal/cmds"
	for name, want := range map[string]Link{
		"Builder.Set": "word:SET", "SetKey.Value": "args", "SetValue.Nx": "word:NX", "SetConditionNx.PxMilliseconds": "word:PX",
		"SetConditionNx.Ex": "word:EX", "SetConditionNx.Build": "build", "Completed.Pin": "build", "Builder.Arbitrary": "args",
		"Builder.Ttl": "word:TTL", "Arbitrary.Args": "args",
	} {
		recv, link, _ := strings.Cut(name, ".")
		row := Lookup(method(cmds, recv, link))
		if row == nil || row.Role != ChainLink || row.Link != want {
			t.Errorf("%s: %+v", name, row)
		}
		if row != Lookup(method(cmds, recv, link)) {
			t.Errorf("%s: another row the second time", name)
		}
	}
	if row := Lookup(method("corp.example/internal/cmds", "Set", "Nx")); row != nil {
		t.Errorf("a link of another library: %+v", row)
	}
}

func BenchmarkLookup(b *testing.B) {
	pkg := types.NewPackage("fmt", "fmt")
	miss := types.NewFunc(token.NoPos, pkg, "Println", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	near := types.NewFunc(token.NoPos, types.NewPackage("net/http", "http"), "Get", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	hit := types.NewFunc(token.NoPos, types.NewPackage("github.com/redis/go-redis/v9", "redis"), "Pipeline", func() *types.Signature {
		f := method("github.com/redis/go-redis/v9", "cmdable", "Pipeline")
		return f.Signature()
	}())
	for name, fn := range map[string]*types.Func{"miss": miss, "near": near, "hit": hit} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Lookup(fn)
			}
		})
	}
}
