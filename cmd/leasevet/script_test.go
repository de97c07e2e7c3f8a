package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestScripts runs the scripts of testdata/script: each is a module and, in the
// comment before its files, commands with what they must give.
//
//	leasevet ARGS         run the command
//	govet ARGS            run go vet -vettool=leasevet
//	same ARGS             run leasevet -json and go vet -json: the trees are equal and not empty
//	exec PROGRAM ARGS
//	status N              the last command ended with N
//	stdout|stderr REGEXP  its output matches; `!` before it: does not
//	count N REGEXP        its standard output has N matches
//	env NAME=VALUE        for what follows
//	keep NAME             the last command's output as a variable
//	save FILE             the last command's output as a file
//	cd DIR | rm FILE | truncate FILE N
//	need PROGRAM          skip the script without it
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := newScript(t)
			for _, f := range archive.Files {
				s.write(f.Name, f.Data)
			}
			for i, line := range strings.Split(string(archive.Comment), "\n") {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
					s.where = fmt.Sprintf("%s:%d: %s", file, i+1, line)
					s.command(line)
				}
			}
		})
	}
}

// A script is a directory, an environment, and what the last command gave.
type script struct {
	t      *testing.T
	dir    string // current
	env    []string
	where  string
	stdout string
	stderr string
	status int
}

func newScript(t *testing.T) *script {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The build cache is the user's: compiling the standard library for each
	// script would take minutes.
	gocache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	s := &script{t: t, dir: t.TempDir()}
	s.env = append(os.Environ(), "LEASEVET_TEST_TOOL="+self, "GOFLAGS=", "GOWORK=", "GOPROXY=off",
		"GOCACHE="+strings.TrimSpace(string(gocache)), "XDG_CACHE_HOME="+t.TempDir(), "WORK="+s.dir)
	return s
}

func (s *script) fatalf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("%s\n%s\nstatus %d\nstdout:\n%s\nstderr:\n%s", s.where, fmt.Sprintf(format, args...), s.status, s.stdout, s.stderr)
}

func (s *script) write(name string, data []byte) {
	name = filepath.Join(s.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, data, 0o666)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *script) getenv(name string) string {
	for _, kv := range slices.Backward(s.env) {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

func (s *script) command(line string) {
	s.t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	args := strings.Fields(os.Expand(rest, s.getenv))
	tool := s.getenv("LEASEVET_TEST_TOOL")
	switch verb {
	case "leasevet":
		s.exec(tool, args...)
	case "govet":
		s.exec("go", append([]string{"vet", "-vettool=" + tool}, args...)...)
	case "same":
		s.same(args)
	case "exec":
		s.exec(args[0], args[1:]...)
	case "status":
		if strconv.Itoa(s.status) != rest {
			s.fatalf("status is not %s", rest)
		}
	case "stdout", "stderr":
		if !s.matches(verb, rest) {
			s.fatalf("no match")
		}
	case "!":
		stream, pattern, _ := strings.Cut(rest, " ")
		if s.matches(stream, pattern) {
			s.fatalf("unwanted match")
		}
	case "count":
		n, pattern, _ := strings.Cut(rest, " ")
		if got := len(regexp.MustCompile("(?m)"+pattern).FindAllString(s.stdout, -1)); strconv.Itoa(got) != n {
			s.fatalf("%d matches", got)
		}
	case "env":
		s.env = append(s.env, os.Expand(rest, s.getenv))
	case "keep":
		s.env = append(s.env, rest+"="+strings.TrimSpace(s.stdout))
	case "save":
		s.write(rest, []byte(s.stdout))
	case "cd":
		s.dir = filepath.Join(s.dir, rest)
	case "rm":
		if err := os.RemoveAll(filepath.Join(s.dir, rest)); err != nil {
			s.fatalf("%v", err)
		}
	case "need":
		if _, err := exec.LookPath(rest); err != nil {
			s.t.Skip(err)
		}
	default:
		s.fatalf("unknown command")
	}
}

func (s *script) matches(stream, pattern string) bool {
	text := s.stdout
	if stream == "stderr" {
		text = s.stderr
	}
	return regexp.MustCompile("(?m)" + strings.TrimSpace(pattern)).MatchString(text)
}

func (s *script) exec(name string, args ...string) {
	s.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = s.dir, s.env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	s.stdout, s.stderr, s.status = stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.fatalf("%v", err)
	}
}

// tree is what both drivers print under -json.
type tree map[string]map[string]any

// same compares the two drivers on the same packages.
func (s *script) same(args []string) {
	s.t.Helper()
	s.command("leasevet -json " + strings.Join(args, " "))
	cli := s.tree()
	s.command("govet -json " + strings.Join(args, " "))
	vet := s.tree()
	if len(cli) == 0 || !reflect.DeepEqual(cli, vet) {
		a, _ := json.MarshalIndent(cli, "", "  ")
		b, _ := json.MarshalIndent(vet, "", "  ")
		s.fatalf("the trees differ, or are empty\nleasevet: %s\ngo vet: %s", a, b)
	}
}

// tree merges the objects on standard output; go vet prints one per package.
func (s *script) tree() tree {
	s.t.Helper()
	all := make(tree)
	dec := json.NewDecoder(strings.NewReader(s.stdout))
	for dec.More() {
		var one tree
		if err := dec.Decode(&one); err != nil {
			s.fatalf("%v", err)
		}
		for path := range one {
			if all[path] != nil {
				s.fatalf("package %s twice", path)
			}
		}
		maps.Copy(all, one)
	}
	return all
}
