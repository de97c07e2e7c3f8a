package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// survey counts what is in the tree and picks the file to edit.
func (t *tree) survey(ctx context.Context, edit string) error {
	out, err := goOutput(ctx, t.dir, "list", "-e", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,CgoFiles,Imports,ForTest,Module,Error", "./...")
	if err != nil {
		return err
	}
	type listed struct {
		ImportPath, Dir, ForTest   string
		GoFiles, CgoFiles, Imports []string
		Module                     *struct{ Main bool }
		Error                      *struct{ Err string }
	}
	importers := make(map[string]int)
	own := make(map[string]*listed)
	counted := make(map[string]bool)
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		p := new(listed)
		if err := dec.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if p.Error != nil {
			return fmt.Errorf("%s: %s\nall packages must build, or the tools would skip different ones", p.ImportPath, p.Error.Err)
		}
		t.units++
		main := p.Module != nil && p.Module.Main
		if main && p.ForTest == "" {
			if len(p.GoFiles) > 0 {
				own[p.ImportPath] = p
			}
			for _, imp := range p.Imports {
				importers[imp]++
			}
		}
		for _, f := range append(p.GoFiles, p.CgoFiles...) {
			if filepath.IsAbs(f) {
				continue // made by the go command
			}
			name := filepath.Join(p.Dir, f)
			if counted[name] {
				continue
			}
			counted[name] = true
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			n := bytes.Count(text, []byte("\n"))
			t.lines += n
			if main {
				t.own += n
			}
		}
	}
	if edit != "" {
		t.edit = filepath.Join(t.dir, edit)
		if !within(t.dir, t.edit) || !strings.HasSuffix(edit, ".go") || !exists(t.edit) {
			return fmt.Errorf("-edit=%s is no Go file below %s", edit, t.from)
		}
		return nil
	}
	var most *listed
	for _, p := range own {
		if most == nil || cmp.Or(importers[p.ImportPath]-importers[most.ImportPath], strings.Compare(most.ImportPath, p.ImportPath)) > 0 {
			most = p
		}
	}
	if most == nil {
		return fmt.Errorf("%s has no packages", t.from)
	}
	t.edit = filepath.Join(most.Dir, most.GoFiles[0])
	return nil
}

// touch edits the file: a function that nobody calls, another one each time.
func (t *tree) touch(n int) error {
	f, err := os.OpenFile(t.edit, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "\nfunc leasevetBench%d() int { return %d }\n", n, n)
	return errors.Join(err, f.Close())
}
