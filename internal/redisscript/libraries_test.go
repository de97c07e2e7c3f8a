package redisscript

import "testing"

// The shapes that well-known lock libraries use, each written anew.
func TestLibraries(t *testing.T) {
	runScripts(t, []scriptTest{
		{name: "redsync unlock", src: `
			local held = redis.call("GET", KEYS[1])
			if held == ARGV[1] then
				return redis.call("DEL", KEYS[1])
			elseif held == false then
				return -1
			else
				return 0
			end`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "redsync extend or set", src: `
			if redis.call("GET", KEYS[1]) == ARGV[1] then
				return redis.call("PEXPIRE", KEYS[1], ARGV[2])
			elseif redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2], "NX") then
				return 1
			else
				return 0
			end`,
			want: `E PEXPIRE KEYS[1] =ARGV[1]
			       A SET KEYS[1]`},
		{name: "go-zero lock", src: `
			if redis.call("GET", KEYS[1]) == ARGV[1] then
				redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
				return "OK"
			else
				return redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])
			end`,
			want: `E SET KEYS[1] =ARGV[1]
			       A SET KEYS[1]`},
		{name: "redislock obtain", src: `
			local function expireAll(ms)
				for _, k in ipairs(KEYS) do redis.call("pexpire", k, ms) end
			end
			local function ours()
				local last = tonumber(ARGV[2]) - 1
				for _, k in ipairs(KEYS) do
					if redis.call("getrange", k, 0, last) ~= string.sub(ARGV[1], 1, last + 1) then return false end
				end
				return true
			end
			local pairsOf = {}
			for _, k in ipairs(KEYS) do
				table.insert(pairsOf, k)
				table.insert(pairsOf, ARGV[1])
			end
			if redis.call("msetnx", unpack(pairsOf)) ~= 1 then
				if ours() == false then return false end
				redis.call("mset", unpack(pairsOf))
			end
			expireAll(ARGV[3])
			return redis.status_reply("OK")`,
			want: `- PEXPIRE KEYS[i] =sub(ARGV[1], 1, ARGV[2]-1+1)/free
			       A MSETNX KEYS[i]
			       W MSET KEYS[i] =sub(ARGV[1], 1, ARGV[2]-1+1)`},
		{name: "redislock release", src: `
			local vals = redis.call("mget", unpack(KEYS))
			for i, _ in ipairs(KEYS) do
				if vals[i] ~= ARGV[1] then return false end
			end
			redis.call("del", unpack(KEYS))
			return redis.status_reply("OK")`,
			want: `R DEL KEYS[*] =ARGV[1]`},
		{name: "redisson lock", src: `
			if (redis.call('exists', KEYS[1]) == 0) or (redis.call('hexists', KEYS[1], ARGV[2]) == 1) then
				redis.call('hincrby', KEYS[1], ARGV[2], 1);
				redis.call('pexpire', KEYS[1], ARGV[1]);
				return nil;
			end;
			return redis.call('pttl', KEYS[1]);`,
			want: `A HINCRBY KEYS[1] =ARGV[2]/free
			       - PEXPIRE KEYS[1] =ARGV[2]/free`},
		{name: "redisson unlock", src: `
			if (redis.call('hexists', KEYS[1], ARGV[3]) == 0) then return nil; end;
			local counter = redis.call('hincrby', KEYS[1], ARGV[3], -1);
			if (counter > 0) then
				redis.call('pexpire', KEYS[1], ARGV[2]);
				return 0;
			else
				redis.call('del', KEYS[1]);
				redis.call('publish', KEYS[2], ARGV[1]);
				return 1;
			end;
			return nil;`,
			want: `W HINCRBY KEYS[1] =ARGV[3]
			       E PEXPIRE KEYS[1] =ARGV[3]
			       R DEL KEYS[1] =ARGV[3]`},
		{name: "redisson unlock without HEXISTS", src: `
			local left = redis.call('hincrby', KEYS[1], ARGV[1], -1)
			if left > 0 then return redis.call('pexpire', KEYS[1], ARGV[2]) end
			return redis.call('del', KEYS[1])`,
			want: `W HINCRBY KEYS[1]
			       E PEXPIRE KEYS[1] =ARGV[1]
			       R DEL KEYS[1]`},
		{name: "redisson renewal", src: `
			if (redis.call('hexists', KEYS[1], ARGV[2]) == 1) then
				redis.call('pexpire', KEYS[1], ARGV[1]);
				return 1;
			end;
			return 0;`,
			want: `E PEXPIRE KEYS[1] =ARGV[2]`},
		{name: "redisson force unlock", src: `
			if (redis.call('del', KEYS[1]) == 1) then redis.call('publish', KEYS[2], ARGV[1]); return 1 else return 0 end`,
			want: `R DEL KEYS[1]`},
		{name: "gocraft fetch", src: `
			local function take(lock, info, pool)
				redis.call('incr', lock)
				redis.call('hincrby', info, pool, 1)
			end
			local n = #KEYS
			local queue, prog, lock, info
			for i=1,n,%d do
				queue = KEYS[i]
				prog = KEYS[i+1]
				lock = KEYS[i+2]
				info = KEYS[i+3]
				if redis.call('llen', queue) > 0 then
					take(lock, info, ARGV[1])
					return {redis.call('rpoplpush', queue, prog), queue, prog}
				end
			end
			return nil`,
			want: `W INCR KEYS[?]
			       W HINCRBY KEYS[?]
			       W RPOPLPUSH KEYS[?]
			       W RPOPLPUSH KEYS[?]`},
		{name: "asynq done", src: `
			if redis.call("LREM", KEYS[1], 0, ARGV[1]) == 0 then return redis.error_reply("NOT FOUND") end
			if redis.call("DEL", KEYS[2]) == 0 then return redis.error_reply("NOT FOUND") end
			local n = redis.call("INCR", KEYS[3])
			if tonumber(n) == 1 then redis.call("EXPIREAT", KEYS[3], ARGV[2]) end
			if redis.call("GET", KEYS[4]) == ARGV[1] then redis.call("DEL", KEYS[4]) end
			return redis.status_reply("OK")`,
			want: `W LREM KEYS[1] =ARGV[1]
			       R DEL KEYS[2]
			       W INCR KEYS[3]
			       - EXPIREAT KEYS[3]
			       R DEL KEYS[4] =ARGV[1]`},
		{name: "asynq dequeue", src: `
			if redis.call("EXISTS", KEYS[2]) == 0 then
				local id = redis.call("RPOPLPUSH", KEYS[1], KEYS[3])
				if id then
					local key = ARGV[2] .. id
					redis.call("HSET", key, "state", "active")
					redis.call("ZADD", KEYS[4], ARGV[1], id)
					return redis.call("HGET", key, "msg")
				end
			end
			return nil`,
			want: `W RPOPLPUSH KEYS[1]
			       W RPOPLPUSH KEYS[3]
			       W HSET ARGV[2]..?
			       W ZADD KEYS[4]`},
		{name: "machinery pops a due task", src: `
			local due = redis.call('zrangebyscore', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1)
			if #due == 0 then return nil end
			redis.call('zrem', KEYS[1], due[1])
			return due[1]`,
			want: `W ZREM KEYS[1]`},
		{name: "redis function library", src: `#!lua name=locks
			local function unlock(keys, args)
				if redis.call('GET', keys[1]) == args[1] then return redis.call('DEL', keys[1]) end
				return 0
			end
			redis.register_function('unlock', unlock)
			redis.register_function{
				function_name = 'touch',
				callback = function(keys, args) return redis.call('PEXPIRE', keys[1], args[1]) end,
			}`,
			want: `R DEL KEYS[1] =ARGV[1]
			       E PEXPIRE KEYS[1]`},
	})
}

func TestFunctionNames(t *testing.T) {
	s, err := Parse("#!lua name=l\nredis.register_function('drop', function(k) return redis.call('del', k[1]) end)")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Calls) != 1 || s.Calls[0].Func != "drop" || s.Calls[0].Line != 2 {
		t.Errorf("%+v", s.Calls)
	}
}
