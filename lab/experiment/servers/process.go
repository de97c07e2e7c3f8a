// Package servers starts real stores for the experiments, on sockets of their own in
// a temporary directory: redis-server and PostgreSQL where they are installed, and
// etcd, which is part of this program.
package servers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// ErrAbsent is the error of a server that is not installed here.
var ErrAbsent = errors.New("not installed")

// A process is a server that runs until it is stopped. Where the system can do that, it
// is killed when this program dies.
type process struct {
	cmd   *exec.Cmd
	log   bytes.Buffer
	ended chan struct{}
}

// start starts a server and waits until it is ready.
func start(ctx context.Context, cmd *exec.Cmd, ready func(context.Context) error) (*process, error) {
	p := &process{cmd: cmd, ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = &p.log, &p.log
	started := make(chan error)
	go func() {
		// The kernel kills the server when the thread ends that has started it.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			cmd.Wait()
		}
		close(p.ended)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		err := ready(ctx)
		if err == nil {
			return p, nil
		}
		select {
		case <-p.ended:
			return nil, fmt.Errorf("%s has ended: %s", cmd.Path, strings.TrimSpace(p.log.String()))
		case <-ctx.Done():
			p.stop()
			return nil, fmt.Errorf("%s does not get ready: %w\n%s", cmd.Path, err, p.log.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// stop stops the server.
func (p *process) stop() {
	p.cmd.Process.Signal(os.Interrupt)
	select {
	case <-p.ended:
	case <-time.After(10 * time.Second):
		p.cmd.Process.Kill()
		<-p.ended
	}
}
