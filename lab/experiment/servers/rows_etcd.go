package servers

import (
	"context"
	"errors"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
	"go.uber.org/zap"

	"github.com/leasevet/leasevet/lab/experiment/programs/etcddelete"
	"github.com/leasevet/leasevet/lab/experiment/programs/etcdput"
	"github.com/leasevet/leasevet/lab/experiment/programs/etcdsession"
	"github.com/leasevet/leasevet/lab/experiment/programs/etcdsucceeded"
	"github.com/leasevet/leasevet/lab/experiment/rows"
	"github.com/leasevet/leasevet/lab/experiment/schedule"
	"github.com/leasevet/leasevet/lab/experiment/stores"
)

var onEtcd = [][]string{{stores.Etcd}}

// etcdTTL is the shortest TTL that etcd grants, in seconds.
const etcdTTL = 2

var etcdRows = []rows.Row{
	{
		Shape: "etcddelete", Analyzers: []string{"unconditionalrelease"}, On: onEtcd,
		Title: "a key of etcd is deleted by its name",
		Steps: []string{
			"A creates the key under a lease of 2 s, and stalls: nobody keeps the lease alive.",
			"The lease of A ends by its clock.",
			"B creates the key, and works.",
			"A wakes up and deletes the key.",
			"Does B's lock survive?",
		},
		Wrong: schedule.Outcome{Lock: schedule.Lost}, Right: schedule.Outcome{Lock: schedule.Survives},
		Run: onClient(deletedKey),
	},
	{
		Shape: "etcdput", Analyzers: []string{"unfencedwrite"}, On: onEtcd,
		Title: "Put under etcd's mutex",
		Steps: lateEtcd,
		Wrong: rows.Overwritten, Right: rows.Refused,
		Run: onClient(etcdWrite("/shards/lock/", "/shards/map", etcdput.Wrong, etcdput.Right)),
	},
	{
		Shape: "etcdsucceeded", Analyzers: []string{"ignoredrowcount"}, On: onEtcd,
		Title: "Succeeded of a transaction is dropped",
		Steps: lateEtcd,
		Wrong: rows.Unnoticed, Right: rows.Refused,
		Run: onClient(etcdWrite("/routes/lock/", "/routes/table", etcdsucceeded.Wrong, etcdsucceeded.Right)),
	},
	{
		Shape: "etcdsession", Analyzers: []string{"lostlease"}, On: onEtcd,
		Title: "nobody watches the end of the session",
		Steps: []string{
			"A opens a session, and acquires the mutex of a telescope.",
			"etcd ends the lease of A. (It is revoked here; its clock would have it the same.)",
			"B acquires the mutex, and moves the telescope.",
			"A works for as long as it takes its client to hear of it, and then moves the telescope.",
			"Does B's lock survive? Who has moved the telescope? Does A learn of it?",
		},
		Wrong: schedule.Outcome{Lock: schedule.Survives, Data: rows.Among, Told: schedule.Success},
		Right: schedule.Outcome{Lock: schedule.Survives, Data: schedule.OfB, Told: schedule.IsTold},
		Run:   onClient(sessionEnded),
	},
}

var lateEtcd = []string{
	"A opens a session of 2 s, acquires the mutex, and stalls, and the keepalive of its session with it.",
	"The lease of A ends by its clock.",
	"B acquires the mutex, and writes.",
	"A wakes up, writes, and unlocks.",
	"Does B's lock survive? Does B's data survive? Does A learn of it?",
}

// onClient connects to etcd.
func onClient(run func(context.Context, *clientv3.Client, schedule.Side) (schedule.Outcome, error)) func(context.Context, *stores.Env, schedule.Side) (schedule.Outcome, error) {
	return func(ctx context.Context, e *stores.Env, side schedule.Side) (schedule.Outcome, error) {
		cli, err := clientv3.New(clientv3.Config{Endpoints: []string{e.Endpoint}, DialTimeout: 10 * time.Second, Logger: zap.NewNop()})
		if err != nil {
			return schedule.Outcome{}, err
		}
		defer cli.Close()
		return run(ctx, cli, side)
	}
}

// held is a lock that is the oldest key under a prefix.
type held struct {
	cli    *clientv3.Client
	prefix string
	expire func(context.Context) error // stalls its holder
}

func (h held) first(ctx context.Context) (key, value string, lease clientv3.LeaseID, err error) {
	got, err := h.cli.Get(ctx, h.prefix, clientv3.WithFirstCreate()...)
	if err != nil || len(got.Kvs) == 0 {
		return "", "", 0, err
	}
	kv := got.Kvs[0]
	return string(kv.Key), string(kv.Value), clientv3.LeaseID(kv.Lease), nil
}

// Record is the key and its value.
func (h held) Record(ctx context.Context) (string, error) {
	key, value, _, err := h.first(ctx)
	return key + value, err
}

// Expire waits until the record is gone.
func (h held) Expire(ctx context.Context) error {
	if err := h.expire(ctx); err != nil {
		return err
	}
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if record, err := h.Record(ctx); err != nil || record == "" {
			return err
		}
	}
	return fmt.Errorf("the lease of %s has not ended", h.prefix)
}

func deletedKey(ctx context.Context, cli *clientv3.Client, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, etcddelete.Wrong, etcddelete.Right)
	holder := func(ttl int64) schedule.Program {
		return func(stall func()) error {
			lease, err := cli.Grant(ctx, ttl)
			if err != nil {
				return err
			}
			return run(ctx, cli, lease.ID, stall)
		}
	}
	lock := held{cli: cli, prefix: "/points/lock", expire: func(context.Context) error { return nil }}
	fate, errA, err := schedule.Late{Lock: lock, A: holder(etcdTTL), B: holder(60)}.Run(ctx)
	// Both programs use the one key, and the next one finds it free.
	_, errDelete := cli.Delete(ctx, "/points/lock")
	return schedule.Outcome{Lock: fate}, errors.Join(err, errA, errDelete)
}

type etcdWriter = func(ctx context.Context, cli *clientv3.Client, session *concurrency.Session, value string, stall func()) error

func etcdWrite(prefix, data string, wrong, right etcdWriter) func(context.Context, *clientv3.Client, schedule.Side) (schedule.Outcome, error) {
	return func(ctx context.Context, cli *clientv3.Client, side schedule.Side) (schedule.Outcome, error) {
		run := schedule.Pick(side, wrong, right)
		a, err := concurrency.NewSession(cli, concurrency.WithTTL(etcdTTL), concurrency.WithContext(ctx))
		if err != nil {
			return schedule.Outcome{}, err
		}
		b, err := concurrency.NewSession(cli, concurrency.WithTTL(60), concurrency.WithContext(ctx))
		if err != nil {
			return schedule.Outcome{}, err
		}
		defer b.Close()
		return rows.LateWriter{
			// A process that stalls keeps no lease alive.
			Lock: held{cli: cli, prefix: prefix, expire: func(context.Context) error { a.Orphan(); return nil }},
			A:    func(stall func()) error { return run(ctx, cli, a, "A", stall) },
			B:    func(stall func()) error { return run(ctx, cli, b, "B", stall) },
			Value: func() (string, error) {
				got, err := cli.Get(ctx, data)
				if err != nil || len(got.Kvs) == 0 {
					return "", errors.Join(err, errors.New("nothing is written"))
				}
				return string(got.Kvs[0].Value), nil
			},
			Lost: concurrency.ErrSessionExpired,
		}.Run(ctx)
	}
}

func sessionEnded(ctx context.Context, cli *clientv3.Client, side schedule.Side) (schedule.Outcome, error) {
	run := schedule.Pick(side, etcdsession.Wrong, etcdsession.Right)
	moves := ""
	lock := held{cli: cli, prefix: "/telescope/lock/"}
	lock.expire = func(ctx context.Context) error {
		_, _, lease, err := lock.first(ctx)
		if err == nil {
			_, err = cli.Revoke(ctx, lease)
		}
		return err
	}
	var b *schedule.Holder
	fate, errA, err := schedule.Late{
		Lock: lock,
		A: func(stall func()) error {
			return run(ctx, cli, func() { moves += "A" }, func(ctx context.Context) {
				stall()
				select {
				case <-ctx.Done():
				case <-time.After(4 * time.Second): // the client asks after a third of 3 s
				}
			})
		},
		B: func(stall func()) error {
			return run(ctx, cli, func() { moves += "B" }, func(context.Context) { stall() })
		},
		Writes: true,
		Awake:  func(_, holder *schedule.Holder) error { b = holder; return nil },
	}.Run(ctx)
	if err != nil {
		return schedule.Outcome{}, err
	}
	told, err := rows.Told(errA, concurrency.ErrSessionExpired)
	if err == nil {
		err = b.Finish()
	}
	out := schedule.Outcome{Lock: fate, Told: told}
	switch moves {
	case "BA":
		out.Data = rows.Among
	case "B":
		out.Data = schedule.OfB
	default:
		err = errors.Join(err, fmt.Errorf("the telescope was moved by %q", moves))
	}
	return out, err
}
