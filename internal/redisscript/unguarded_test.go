package redisscript

import "testing"

// Wrong or unrelated conditions: nothing here compares the owner.
func TestNotCompared(t *testing.T) {
	runScripts(t, []scriptTest{
		{name: "blind", src: `return redis.call('del', KEYS[1])`, want: `R DEL KEYS[1]`},
		{name: "blind, constant reply", src: `redis.call('del', KEYS[1]) return 1`, want: `R DEL KEYS[1]`, mute: true},
		{name: "exists only", src: `
			if redis.call('exists', KEYS[1]) == 1 then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "value is there", src: `
			local v = redis.call('get', KEYS[1])
			if v then redis.call('del', KEYS[1]) end
			return v`,
			want: `R DEL KEYS[1]`},
		{name: "wrong branch", src: `
			if redis.call('get', KEYS[1]) == ARGV[1] then
				redis.log(redis.LOG_NOTICE, 'mine')
			else
				redis.call('del', KEYS[1])
			end
			return 1`,
			want: `R DEL KEYS[1]`, mute: true},
		{name: "wrong branch by not", src: `
			if not (redis.call('get', KEYS[1]) == ARGV[1]) then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "after the if", src: `
			local n = 0
			if redis.call('get', KEYS[1]) == ARGV[1] then n = 1 end
			redis.call('del', KEYS[1])
			return n`,
			want: `R DEL KEYS[1]`},
		{name: "compared too late", src: `
			local v = redis.call('get', KEYS[1])
			redis.call('del', KEYS[1])
			if v == ARGV[1] then return 1 end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "GETDEL compares too late", src: `
			if redis.call('getdel', KEYS[1]) == ARGV[1] then return 1 end
			return 0`,
			want: `R GETDEL KEYS[1]`},
		{name: "another key", src: `
			if redis.call('get', KEYS[2]) == ARGV[1] then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "the second key of a DEL", src: `
			if redis.call('get', KEYS[2]) ~= ARGV[1] then return 0 end
			return redis.call('del', KEYS[1], KEYS[2])`,
			want: `R DEL KEYS[1]
			       R DEL KEYS[2] =ARGV[1]`},
		{name: "a constant", src: `
			if redis.call('get', KEYS[1]) == 'locked' then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "an argument with a constant", src: `
			if ARGV[1] == '' or redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "or that lets others in", src: `
			local v = redis.call('get', KEYS[1])
			if v == ARGV[1] or redis.call('ttl', KEYS[1]) < 5 then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "missing return", src: `
			local v = redis.call('get', KEYS[1])
			if v ~= ARGV[1] then redis.log(redis.LOG_WARNING, 'not mine') end
			return redis.call('del', KEYS[1])`,
			want: `R DEL KEYS[1]`},
		{name: "length of the token", src: `
			local v = redis.call('get', KEYS[1])
			if v and #v == #ARGV[1] then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "HEXISTS as a boolean is always true", src: `
			if redis.call('hexists', KEYS[1], ARGV[1]) then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "a field that a key names", src: `
			if redis.call('hexists', KEYS[1], KEYS[2]) == 1 then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "not a holder", src: `
			if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1]`},
		{name: "json without a comparison", src: `
			local raw = redis.call("GET", KEYS[1])
			if not raw then return 0 end
			local rec = cjson.decode(raw)
			redis.call("DEL", KEYS[1])
			return rec.since`,
			want: `R DEL KEYS[1]`},
		{name: "pcall swallows the comparison", src: `
			pcall(function() if redis.call('get', KEYS[1]) ~= ARGV[1] then error('no') end end)
			return redis.call('del', KEYS[1])`,
			want: `R DEL KEYS[1]`},
		{name: "blind renewal and SET XX", src: `
			redis.call('pexpire', KEYS[1], ARGV[1])
			return redis.call('set', KEYS[2], ARGV[2], 'XX', 'PX', ARGV[1])`,
			want: `E PEXPIRE KEYS[1]
			       E SET KEYS[2]`},
		{name: "GETEX and PERSIST", src: `
			redis.call('persist', KEYS[2])
			return redis.call('getex', KEYS[1], 'PX', ARGV[1])`,
			want: `E PERSIST KEYS[2]
			       E GETEX KEYS[1]`},
		{name: "overwrite with a lease", src: `redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1`,
			want: `W SET KEYS[1]`, mute: true},
		{name: "both ways of a flag", src: `
			local ok = true
			if redis.call('get', KEYS[1]) == ARGV[1] then ok = true end
			if ok then redis.call('del', KEYS[1]) end
			return 1`,
			want: `R DEL KEYS[1]`, mute: true},
		{name: "function called with and without", src: `
			local function drop() return redis.call('del', KEYS[1]) end
			if redis.call('get', KEYS[1]) == ARGV[1] then return drop() end
			if ARGV[2] == 'force' then return drop() end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]
			       R DEL KEYS[1]`},
		{name: "deleted and remembered", src: `
			redis.call("DEL", KEYS[1])
			redis.call("SET", KEYS[1] .. ":last", ARGV[1], "EX", 60)
			return 1`,
			want: `R DEL KEYS[1]
			       W SET KEYS[1]..":last"`, mute: true},
	})
}

// Conditions that mix the stored value and an argument in a way that is not
// followed: the caller stays silent.
func TestUnclear(t *testing.T) {
	runScripts(t, []scriptTest{
		{name: "unknown predicate", src: `
			if same_owner(redis.call('get', KEYS[1]), ARGV[1]) then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] ?`, opaque: true},
		{name: "included function reads the key", src: `
			-- $include(read_lease.lua)
			local lease = read_lease(KEYS[1])
			if lease == nil or lease.id ~= ARGV[1] then return 0 end
			return redis.call('del', KEYS[1])`,
			want: `R DEL KEYS[1] ?`, opaque: true},
		{name: "flag that a function sets", src: `
			local mine = true
			local function look(k)
				if redis.call('get', k) ~= ARGV[1] then mine = false end
			end
			for _, k in ipairs(KEYS) do
				if not mine then break end
				look(k)
			end
			if mine then redis.call('del', unpack(KEYS)) end
			return mine`,
			want: `R DEL KEYS[*] ?`},
		{name: "counted in a loop", src: `
			local n = 0
			for i = 1, #KEYS do
				if redis.call('get', KEYS[i]) == ARGV[1] then n = n + 1 end
			end
			if n < #KEYS then return 0 end
			return redis.call('del', unpack(KEYS))`,
			want: `R DEL KEYS[*] ?`},
		{name: "words of the value", src: `
			local v = redis.call('get', KEYS[1])
			local mine = false
			for w in string.gmatch(v, '[^,]+') do
				if w == ARGV[1] then mine = true end
			end
			if mine then redis.call('del', KEYS[1]) end
			return mine and 1 or 0`,
			want: `R DEL KEYS[1] ?`},
	})
}
