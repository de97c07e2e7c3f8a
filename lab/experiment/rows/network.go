package rows

import (
	"context"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/redis/go-redis/v9"
)

// plain is a network that does nothing wrong.
type plain struct{}

func (plain) DialHook(next redis.DialHook) redis.DialHook { return next }

func (plain) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

// script says whether Redis has run a script. A script that Redis does not know yet
// is sent twice.
func script(cmd redis.Cmder, err error) bool {
	return err == nil && strings.HasPrefix(cmd.Name(), "eval")
}

// lossy loses the reply to the next script, when it is told to.
type lossy struct {
	plain
	losing atomic.Bool
	lost   atomic.Int32
}

func (l *lossy) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		err := next(ctx, cmd)
		if script(cmd, err) && l.losing.CompareAndSwap(true, false) {
			l.lost.Add(1)
			cmd.SetErr(io.ErrUnexpectedEOF)
			return io.ErrUnexpectedEOF
		}
		return err
	}
}

// slow takes its time for the reply to the first script.
type slow struct {
	plain
	pass func()
	once sync.Once
}

func (s *slow) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		err := next(ctx, cmd)
		if script(cmd, err) {
			s.once.Do(s.pass)
		}
		return err
	}
}
