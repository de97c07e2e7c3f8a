package redisscript

import "testing"

func TestAcquired(t *testing.T) {
	runScripts(t, []scriptTest{
		{name: "set nx px", src: `return redis.call('set', KEYS[1], ARGV[1], 'nx', 'px', ARGV[2])`,
			want: `A SET KEYS[1]`},
		{name: "setnx then pexpire", src: `
			if redis.call('setnx', KEYS[1], ARGV[1]) == 1 then
				redis.call('pexpire', KEYS[1], ARGV[2])
				return 1
			end
			return 0`,
			want: `A SETNX KEYS[1]
			       - PEXPIRE KEYS[1] free`},
		{name: "setnx, expire whatever", src: `
			local n = redis.call('setnx', KEYS[1], ARGV[1])
			redis.call('pexpire', KEYS[1], ARGV[2])
			return n`,
			want: `A SETNX KEYS[1]
			       E PEXPIRE KEYS[1]`},
		{name: "exists first", src: `
			if redis.call("EXISTS", KEYS[1]) == 0 then
				redis.call("HSET", KEYS[1], "owner", ARGV[1])
				redis.call("PEXPIRE", KEYS[1], ARGV[2])
				return 1
			end
			return 0`,
			want: `A HSET KEYS[1] free
			       - PEXPIRE KEYS[1] free`},
		{name: "get is false", src: `
			if redis.call('get', KEYS[1]) ~= false then return 0 end
			redis.call('setex', KEYS[1], ARGV[2], ARGV[1])
			return 1`,
			want: `A SETEX KEYS[1] free`},
		{name: "reply of set nx decides", src: `
			local r = redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
			if r and r.ok == 'OK' then
				return redis.call('incr', KEYS[2])
			end
			return false`,
			want: `A SET KEYS[1]
			       W INCR KEYS[2]`},
		{name: "re-entrant", src: `
			local v = redis.call('get', KEYS[1])
			if v == false or v == ARGV[1] then
				return redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2]) and 1
			end
			return 0`,
			want: `A SET KEYS[1] =ARGV[1]/free`},
		{name: "several keys or none", src: `
			for _, k in ipairs(KEYS) do
				if redis.call('exists', k) == 1 then return 0 end
			end
			for _, k in ipairs(KEYS) do
				redis.call('set', k, ARGV[1], 'PX', ARGV[2])
			end
			return #KEYS`,
			want: `A SET KEYS[i] free`},
		{name: "ttl says that it is gone", src: `
			if redis.call('pttl', KEYS[1]) == -2 then redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1 end
			return 0`,
			want: `A SET KEYS[1] free`},
		{name: "expired fields are rewritten after a comparison", src: `
			local f = redis.call('hmget', KEYS[1], 'owner', 'until')
			if f[1] and f[1] ~= ARGV[1] and tonumber(f[2]) > tonumber(ARGV[2]) then return 0 end
			redis.call('hset', KEYS[1], 'owner', ARGV[1], 'until', ARGV[3])
			return 1`,
			want: `A HSET KEYS[1] =ARGV[1]/free`},
	})
}

// Counters, limiters and sets take no lock, whatever expiry they set.
func TestCounters(t *testing.T) {
	runScripts(t, []scriptTest{
		{name: "fixed window", src: `
			local n = redis.call("INCR", KEYS[1])
			if n == 1 then redis.call("EXPIRE", KEYS[1], ARGV[1]) end
			if n > tonumber(ARGV[2]) then return 0 end
			return 1`,
			want: `W INCR KEYS[1]
			       - EXPIRE KEYS[1]`},
		{name: "sliding window", src: `
			redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
			if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[2]) then
				redis.call('ZADD', KEYS[1], ARGV[3], ARGV[4])
				redis.call('PEXPIRE', KEYS[1], ARGV[5])
				return 1
			end
			return 0`,
			want: `W ZREMRANGEBYSCORE KEYS[1]
			       W ZADD KEYS[1]
			       - PEXPIRE KEYS[1]`},
		{name: "token bucket", src: `
			local b = redis.call('HMGET', KEYS[1], 'tokens', 'at')
			local tokens = tonumber(b[1]) or tonumber(ARGV[1])
			redis.call('HMSET', KEYS[1], 'tokens', tokens - 1, 'at', ARGV[2])
			redis.call('EXPIRE', KEYS[1], 60)
			return tokens`,
			want: `W HMSET KEYS[1]
			       - EXPIRE KEYS[1]`},
		{name: "limit below an argument", src: `
			local n = tonumber(redis.call('get', KEYS[1]) or '0')
			if n + 1 > tonumber(ARGV[1]) then return 0 end
			redis.call('incrby', KEYS[1], 1)
			redis.call('expire', KEYS[1], ARGV[2])
			return 1`,
			want: `W INCRBY KEYS[1] <=ARGV[1]/free
			       - EXPIRE KEYS[1] <=ARGV[1]/free`},
		{name: "semaphore drops its own member", src: `return redis.call('zrem', KEYS[1], ARGV[1])`,
			want: `W ZREM KEYS[1] =ARGV[1]`},
		{name: "server time", src: `
			local t = redis.call('TIME')
			local now = t[1] * 1000 + math.floor(t[2] / 1000)
			redis.call('ZADD', KEYS[1], now, ARGV[1])
			return 1`,
			want: `W ZADD KEYS[1]`, mute: true},
	})
	s, err := Parse(`if redis.call('incr', KEYS[1]) == 1 then redis.call('expire', KEYS[1], 60) end redis.call('set', KEYS[2], 1)`)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Counter(Ref{Kind: Key, Index: 1, Text: "KEYS[1]"}) || s.Counter(Ref{Kind: Key, Index: 2, Text: "KEYS[2]"}) {
		t.Error("Counter")
	}
}
