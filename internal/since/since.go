// Package since asks git which lines have changed, so that only findings on
// those are reported.
package since

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Changes is the lines of a work tree that differ from a revision.
type Changes struct {
	root  string // of the work tree
	files map[string]*lines
}

// lines is the changed lines of one file; all of them if it is new.
type lines struct {
	all   bool
	spans []span
}

type span struct{ from, to int }

// Of compares the work tree that dir is in with a revision, uncommitted and
// untracked files included. Where the revision is on another branch, it is
// compared with the commit that both have in common: what others have changed
// there since is not ours.
func Of(dir, revision string) (*Changes, error) {
	root, err := git(dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	c := &Changes{strings.TrimSuffix(string(root), "\n"), make(map[string]*lines)}
	commit, err := git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("git knows no revision %s", revision)
	}
	base := strings.TrimSpace(string(commit))
	if common, err := git(dir, "merge-base", base, "HEAD"); err == nil {
		base = strings.TrimSpace(string(common))
	} // else a shallow clone, or histories with nothing in common
	diff, err := git(c.root, "-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative",
		"--unified=0", "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", base, "--", "*.go")
	if err != nil {
		return nil, err
	}
	if err := c.read(diff); err != nil {
		return nil, err
	}
	untracked, err := git(c.root, "ls-files", "--others", "--exclude-standard", "-z", "--", "*.go")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(untracked), "\x00") {
		if name != "" {
			c.files[name] = &lines{all: true}
		}
	}
	return c, nil
}

// git runs git and gives its output, or the first line of its complaint.
func git(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		if line = strings.TrimPrefix(line, "fatal: "); line != "" {
			return nil, fmt.Errorf("git: %s", line)
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot run git: %w", err)
	}
	return out, nil
}

// read reads a unified diff without context. Lines of content are counted, so
// that none is taken for a header.
func (c *Changes) read(diff []byte) error {
	sc := bufio.NewScanner(bytes.NewReader(diff))
	sc.Buffer(nil, len(diff)+1)
	var file *lines
	for sc.Scan() {
		line := sc.Text()
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			file = new(lines)
			if name, ok = destination(name); ok {
				c.files[name] = file
			}
			continue
		}
		if !strings.HasPrefix(line, "@@ ") {
			continue
		}
		removed, added, err := hunk(line)
		if err != nil || file == nil {
			return fmt.Errorf("cannot read git's answer: %q", line)
		}
		if added.to >= added.from {
			file.spans = append(file.spans, added)
		}
		for range removed.to - removed.from + 1 + added.to - added.from + 1 {
			if !sc.Scan() {
				break
			}
			if strings.HasPrefix(sc.Text(), `\`) { // "\ No newline at end of file" is not counted
				sc.Scan()
			}
		}
	}
	return sc.Err()
}

// destination is the name of the new file of a diff; there is none for a file
// that was deleted.
func destination(name string) (string, bool) {
	name = strings.TrimSuffix(name, "\t") // behind names with spaces
	if unquoted, err := strconv.Unquote(name); err == nil {
		name = unquoted
	}
	return strings.CutPrefix(name, "b/")
}

// hunk reads "@@ -3,2 +4 @@": the lines that were removed and added.
func hunk(header string) (removed, added span, err error) {
	fields := strings.Fields(header)
	if len(fields) < 4 || fields[0] != "@@" || fields[3] != "@@" {
		return span{}, span{}, errors.New("no header of a hunk")
	}
	if removed, err = parseSpan(fields[1], "-"); err == nil {
		added, err = parseSpan(fields[2], "+")
	}
	return removed, added, err
}

func parseSpan(s, sign string) (span, error) {
	s, ok := strings.CutPrefix(s, sign)
	if !ok {
		return span{}, errors.New("no range")
	}
	start, count, several := strings.Cut(s, ",")
	from, err := strconv.Atoi(start)
	n := 1
	if err == nil && several {
		n, err = strconv.Atoi(count)
	}
	return span{from, from + n - 1}, err
}

// Touch says whether any of the lines of a file from one to another, both
// included, has changed. Files outside the work tree have no history that could
// tell, so they count as changed.
func (c *Changes) Touch(file string, from, to int) bool {
	name, ok := c.name(file)
	if !ok {
		return true
	}
	l := c.files[name]
	if l == nil {
		return false
	}
	for _, s := range l.spans {
		if s.from <= max(from, to) && from <= s.to {
			return true
		}
	}
	return l.all
}

// name is the name of a file in the repository. The path by which the go command
// knows a file may lead through links.
func (c *Changes) name(file string) (string, bool) {
	for _, resolve := range []func(string) (string, error){
		func(s string) (string, error) { return s, nil },
		filepath.EvalSymlinks,
	} {
		root, err := resolve(c.root)
		if err != nil {
			continue
		}
		resolved, err := resolve(file)
		if err != nil {
			continue
		}
		if rel, err := filepath.Rel(root, resolved); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}
