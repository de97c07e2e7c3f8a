package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// openTerminal gives both ends of a new pseudo-terminal.
func openTerminal(t *testing.T) (keyboard, screen *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { keyboard.Close() })
	ioctl := func(request uintptr, value *int32) {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, keyboard.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			t.Skip("no pseudo-terminals: ", errno)
		}
	}
	var unlock, number int32
	ioctl(syscall.TIOCSPTLCK, &unlock)
	ioctl(syscall.TIOCGPTN, &number)
	screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { screen.Close() })
	return keyboard, screen
}

// On a terminal places are bold and a long run shows how far it is; what is not
// a terminal gets plain text only.
func TestTerminal(t *testing.T) {
	t.Parallel()
	const bold = "\x1b[1mp0/p.go:5:12\x1b[0m: call"
	s := manyPackages(t, 3)
	s.write("slow/s.go", []byte("package slow\n\nfunc Slow() {}\n"))
	s.write("last/l.go", []byte("package last\n\nimport _ \"example.com/m/slow\"\n"))
	for _, test := range []struct {
		env, cache       string
		colour, progress bool
	}{
		{"TERM=xterm", "-cache=" + s.dir + "/results", true, true},
		{"TERM=xterm", "-cache=" + s.dir + "/results", true, false}, // soon done
		{"NO_COLOR=1", "-cache=off", false, true},
		{"TERM=dumb", "-cache=off", false, false},
	} {
		keyboard, screen := openTerminal(t)
		cmd := exec.Command(s.getenv("LEASEVET_TEST_TOOL"), test.cache, "./...")
		cmd.Dir = s.dir
		cmd.Env = append(s.env, "TERM=xterm", "NO_COLOR=", test.env)
		cmd.Stdout, cmd.Stderr = screen, screen
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		screen.Close()
		shown, _ := io.ReadAll(keyboard) // ends with an error when nobody has the screen
		cmd.Wait()
		text := string(shown)
		if !strings.Contains(text, "3 findings") {
			t.Errorf("%s: %q", test.env, text)
		}
		if got := strings.Contains(text, bold); got != test.colour {
			t.Errorf("%s: in colour %v: %q", test.env, got, text)
		}
		if got := strings.Contains(text, "leasevet: ") && strings.Contains(text, " packages"+eraseLine); got != test.progress {
			t.Errorf("%s: progress %v: %q", test.env, got, text)
		}
	}
	s.command("leasevet -cache=off ./...")
	s.command("status 1")
	if strings.Contains(s.stdout+s.stderr, "\x1b") {
		t.Errorf("escapes in a file: %q %q", s.stdout, s.stderr)
	}
}
