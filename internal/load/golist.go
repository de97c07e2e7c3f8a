package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// listed is what we ask `go list -json` for.
type listed struct {
	ImportPath string
	Name       string
	Dir        string
	ForTest    string
	Standard   bool
	DepOnly    bool
	Module     *listedModule

	GoFiles         []string
	CgoFiles        []string
	CompiledGoFiles []string
	Imports         []string
	ImportMap       map[string]string

	IgnoredGoFiles    []string
	IgnoredOtherFiles []string
	EmbedFiles        []string
	CFiles            []string
	CXXFiles          []string
	HFiles            []string
	SFiles            []string

	Error *listError
}

type listedModule struct {
	Path      string
	Version   string
	GoVersion string
	GoMod     string
	Dir       string
	Main      bool
	Replace   *listedModule
}

type listError struct {
	ImportStack []string
	Pos         string
	Err         string
}

const listFields = "ImportPath,Name,Dir,ForTest,Standard,DepOnly,Module,GoFiles,CgoFiles,Imports,ImportMap," +
	"IgnoredGoFiles,IgnoredOtherFiles,CFiles,CXXFiles,HFiles,SFiles,EmbedFiles,Error"

// A ConfigError is a fault in how leasevet was asked or in the module's
// set-up, which leaves nothing to analyse. It is one line.
type ConfigError struct{ Msg string }

func (e *ConfigError) Error() string { return e.Msg }

// goList lists the packages, their dependencies and their tests. Dependencies
// come before what imports them.
func (o *Options) goList(patterns []string) ([]*listed, error) {
	args := []string{"list", "-e", "-deps", "-json=" + listFields}
	if o.Tests {
		args = append(args, "-test")
	}
	args = append(args, o.buildFlags()...)
	args = append(append(args, "--"), patterns...)
	list, stderr, err := o.decodeList(args)
	o.warned = warned(stderr)
	return list, err
}

// goListCompiled asks for the files that cgo makes of the packages' own. Only
// the named packages are translated, not what they depend on.
func (o *Options) goListCompiled(paths []string) ([]*listed, error) {
	args := []string{"list", "-e", "-compiled", "-json=ImportPath,CompiledGoFiles,Error"}
	if o.Tests {
		args = append(args, "-test")
	}
	args = append(args, o.buildFlags()...)
	list, _, err := o.decodeList(append(append(args, "--"), paths...))
	return list, err
}

func (o *Options) buildFlags() []string {
	var flags []string
	if o.Tags != "" {
		flags = append(flags, "-tags="+o.Tags)
	}
	return flags
}

// decodeList runs go list and also gives what it says on the side.
func (o *Options) decodeList(args []string) (list []*listed, said string, err error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = o.Dir
	cmd.Env = o.Env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", &ConfigError{"cannot run the go command: " + err.Error()}
	}
	// Decoding while the go command still writes costs no memory for the text.
	dec := json.NewDecoder(stdout)
	var decodeErr error
	for {
		p := new(listed)
		if decodeErr = dec.Decode(p); decodeErr != nil {
			break
		}
		list = append(list, p)
	}
	io.Copy(io.Discard, stdout)
	if err := cmd.Wait(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			return nil, "", err
		}
		return nil, "", o.listFailure(stderr.String())
	}
	if decodeErr != io.EOF {
		return nil, "", fmt.Errorf("reading go list: %w", decodeErr)
	}
	return list, stderr.String(), nil
}

// listFailure turns what the go command said on its way out into one line.
func (o *Options) listFailure(stderr string) error {
	msg := strings.TrimSpace(stderr)
	if msg == "" {
		msg = "go list failed without a message"
	}
	// With GOTOOLCHAIN=local the go command itself refuses newer modules:
	// "go: go.mod requires go >= 1.27 (running go 1.26.8; GOTOOLCHAIN=local)".
	for line := range strings.Lines(msg) {
		if strings.Contains(line, "requires go >= ") {
			return &ConfigError{"the go command is too old for this module: " + strings.TrimPrefix(strings.TrimSpace(line), "go: ")}
		}
	}
	return &ConfigError{strings.ReplaceAll(msg, "\n", "\n\t")}
}
