package hosts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPreCommit commits with the real pre-commit: it builds leasevet from a
// repository, and refuses a commit with a finding.
func TestPreCommit(t *testing.T) {
	for _, program := range []string{"pre-commit", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	// A clone of what stands here, committed or not.
	hooks := filepath.Join(t.TempDir(), "leasevet")
	copyTree(t, root, hooks)
	env := []string{
		"PRE_COMMIT_HOME=" + t.TempDir(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
		"GOFLAGS=-modcacherw", // pre-commit removes what Go makes read-only
	}
	must := func(dir string, args ...string) string {
		t.Helper()
		out, err := runEnv(dir, env, nil, args[0], args[1:]...)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-qm", "all"}} {
		must(hooks, append([]string{"git"}, args...)...)
	}
	rev := must(hooks, "git", "rev-parse", "HEAD")

	for _, hook := range []string{"leasevet", "leasevet-module"} {
		t.Run(hook, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "m")
			module(t, dir, "")
			write(t, filepath.Join(dir, ".pre-commit-config.yaml"), "repos:\n- repo: "+hooks+"\n  rev: "+rev+"\n  hooks: [{id: "+hook+"}]\n")
			must(dir, "git", "init", "-q")
			must(dir, "pre-commit", "install")
			must(dir, "git", "add", "-A")
			_, err := runEnv(dir, env, nil, "git", "commit", "-qm", "with a fault")
			if err == nil || !strings.Contains(err.Error(), "lock.go:18:9: DEL of lock key") {
				t.Fatalf("the commit is not refused with the finding: %v", err)
			}
			// The fault is mended: the commit goes through.
			write(t, filepath.Join(dir, "lock.go"), "package m\n")
			must(dir, "git", "add", "-A")
			must(dir, "git", "commit", "-qm", "without")
			if got := must(dir, "git", "log", "--format=%s"); got != "without" {
				t.Errorf("the log is %q", got)
			}
		})
	}
}

// copyTree copies the files that git knows or would add.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	out, err := run(from, nil, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		t.Skip(err) // not a repository: an unpacked release
	}
	for _, name := range strings.Split(strings.TrimRight(string(out), "\x00"), "\x00") {
		if data, err := os.ReadFile(filepath.Join(from, name)); err == nil {
			write(t, filepath.Join(to, name), string(data))
		}
	}
}
