package redisscript

import "testing"

func TestOrdered(t *testing.T) {
	runScripts(t, []scriptTest{
		{name: "fenced write with early return", src: `
			local cur = tonumber(redis.call('hget', KEYS[1], 'fence') or '0')
			if tonumber(ARGV[1]) < cur then return 0 end
			redis.call('hset', KEYS[1], 'fence', ARGV[1], 'data', ARGV[2])
			return 1`,
			want: `W HSET KEYS[1] <=ARGV[1]/free`},
		{name: "fenced write in the branch", src: `
			local cur = redis.call('get', KEYS[1])
			if not cur or tonumber(cur) <= tonumber(ARGV[1]) then
				redis.call('set', KEYS[1], ARGV[1])
				return 1
			end
			return 0`,
			want: `W SET KEYS[1] <=ARGV[1]/free`},
		{name: "the wrong way round", src: `
			local cur = tonumber(redis.call('get', KEYS[1]))
			if tonumber(ARGV[1]) > cur then return 0 end
			redis.call('set', KEYS[1], ARGV[1])
			return 1`,
			want: `W SET KEYS[1] >=ARGV[1]`},
		{name: "expired by the caller's clock", src: `
			local deadline = tonumber(redis.call('get', KEYS[1]))
			if deadline and deadline > tonumber(ARGV[1]) then return 0 end
			redis.call('set', KEYS[1], ARGV[2])
			return 1`,
			want: `W SET KEYS[1] <=ARGV[1]/free`},
		{name: "difference compared", src: `
			local v = redis.call('get', KEYS[1])
			if v and tonumber(ARGV[1]) - tonumber(v) <= 0 then return 0 end
			redis.call('set', KEYS[1], ARGV[1])
			return 1`,
			want: `W SET KEYS[1] <=ARGV[1]/free`},
		{name: "equal, else ordered", src: `
			local v = redis.call('get', KEYS[1])
			if v == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end
			if v and tonumber(v) < tonumber(ARGV[1]) then redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1 end
			return 0`,
			want: `E PEXPIRE KEYS[1] =ARGV[1]
			       W SET KEYS[1] <=ARGV[1]`},
		{name: "fence beside the data", src: `
			local fence = tonumber(redis.call('get', KEYS[2]) or 0)
			if fence > tonumber(ARGV[2]) then return redis.error_reply('STALE') end
			redis.call('set', KEYS[2], ARGV[2])
			redis.call('set', KEYS[1], ARGV[1])
			return 1`,
			want: `W SET KEYS[2] <=ARGV[2]/free
			       W SET KEYS[1]`},
	})
}

// A fence kept under another key is no comparison of the key itself, but the
// caller can see it.
func TestGuards(t *testing.T) {
	s, err := Parse(`
		if tonumber(redis.call('get', KEYS[1] .. ':fence') or 0) > tonumber(ARGV[1]) then return 0 end
		if redis.call('get', KEYS[2]) ~= ARGV[2] then return 0 end
		redis.call('set', KEYS[1], ARGV[3])
		return 1`)
	if err != nil {
		t.Fatal(err)
	}
	set := s.Calls[len(s.Calls)-1]
	if set.Compared {
		t.Error("compared")
	}
	if g, ok := set.Guard(Ref{Kind: Derived, Text: `KEYS[1]..":fence"`}); !ok || !g.Ordered || g.With != (Ref{Kind: Arg, Index: 1, Text: "ARGV[1]"}) {
		t.Errorf("fence: %+v %v in %+v", g, ok, set.Guards)
	}
	if g, ok := set.Guard(Ref{Kind: Key, Index: 2, Text: "KEYS[2]"}); !ok || g.Ordered {
		t.Errorf("owner: %+v %v", g, ok)
	}
}
