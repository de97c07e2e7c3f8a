package redisscript

import "testing"

func TestLoops(t *testing.T) {
	runScripts(t, []scriptTest{
		{name: "ipairs", src: `
			local n = 0
			for i, k in ipairs(KEYS) do
				if redis.call('get', k) == ARGV[1] then n = n + redis.call('del', k) end
			end
			return n`,
			want: `R DEL KEYS[i] =ARGV[1]`},
		{name: "by index with its own token", src: `
			for i = 1, #KEYS do
				if redis.call('get', KEYS[i]) == ARGV[i] then redis.call('del', KEYS[i]) end
			end
			return 1`,
			want: `R DEL KEYS[i] =ARGV[i]`, mute: true},
		{name: "blind", src: `for _, k in ipairs(KEYS) do redis.call('del', k) end return 1`,
			want: `R DEL KEYS[i]`, mute: true},
		{name: "all or nothing", src: `
			for i = 1, #KEYS do
				if redis.call('get', KEYS[i]) ~= ARGV[1] then return 0 end
			end
			for i = 1, #KEYS do redis.call('pexpire', KEYS[i], ARGV[2]) end
			return redis.call('del', KEYS[1], KEYS[2])`,
			want: `E PEXPIRE KEYS[i] =ARGV[1]
			       R DEL KEYS[1] =ARGV[1]
			       R DEL KEYS[2] =ARGV[1]`},
		{name: "part of the keys", src: `
			for i = 1, #KEYS - 1 do
				local v = redis.call('get', KEYS[i])
				if v and v ~= ARGV[1] then return 0 end
			end
			for i = 1, #KEYS - 1 do redis.call('set', KEYS[i], ARGV[1], 'PX', ARGV[2]) end
			redis.call('del', KEYS[#KEYS])
			return 1`,
			want: `A SET KEYS[i] =ARGV[1]/free
			       R DEL KEYS[?]`},
		{name: "break leaves some unchecked", src: `
			for _, k in ipairs(KEYS) do
				if redis.call('get', k) ~= ARGV[1] then break end
			end
			return redis.call('del', unpack(KEYS))`,
			want: `R DEL KEYS[*]`},
		{name: "goto continue", src: `
			for _, k in ipairs(KEYS) do
				if redis.call('get', k) ~= ARGV[1] then goto continue end
				redis.call('del', k)
				::continue::
			end
			return 1`,
			want: `R DEL KEYS[i] =ARGV[1]`, mute: true},
		{name: "the ones that match", src: `
			local mine = {}
			for _, k in ipairs(KEYS) do
				if redis.call('get', k) == ARGV[1] then mine[#mine + 1] = k end
			end
			if #mine == 0 then return 0 end
			return redis.call('del', unpack(mine))`,
			want: `R DEL KEYS[i] =ARGV[1]`},
		{name: "values collected first", src: `
			local held = {}
			for i, k in ipairs(KEYS) do held[i] = redis.call('get', k) end
			for i = 1, #KEYS do
				if held[i] ~= ARGV[i] then return 0 end
			end
			for _, k in ipairs(KEYS) do redis.call('del', k) end
			return 1`,
			want: `R DEL KEYS[i] =ARGV[i]`},
		{name: "values collected, only some checked", src: `
			local held = {}
			for i, k in ipairs(KEYS) do held[i] = redis.call('get', k) end
			for i, v in ipairs(held) do
				if v == ARGV[1] then redis.call('del', KEYS[i]) else redis.call('expire', KEYS[i], 9) end
			end
			return 1`,
			want: `R DEL KEYS[i] =ARGV[1]
			       E EXPIRE KEYS[i]`, mute: true},
		{name: "list of keys is unrolled", src: `
			for _, k in ipairs({KEYS[1], KEYS[1] .. ':meta'}) do
				if redis.call('hget', k, 'owner') == ARGV[1] then redis.call('del', k) end
			end
			return 1`,
			want: `R DEL KEYS[1] =ARGV[1]
			       R DEL KEYS[1]..":meta" =ARGV[1]`, mute: true},
		{name: "constant bounds", src: `
			for i = 1, 2 do redis.call('del', KEYS[i]) end
			return 1`,
			want: `R DEL KEYS[1]
			       R DEL KEYS[2]`, mute: true},
		{name: "while", src: `
			local i = 1
			while i <= #KEYS do
				local k = KEYS[i]
				if redis.call('get', k) == ARGV[1] then redis.call('del', k) end
				i = i + 1
			end
			return 1`,
			want: `R DEL KEYS[?] =ARGV[1]`, mute: true},
		{name: "keys among the arguments", src: `
			for _, id in ipairs(ARGV) do redis.call('del', KEYS[1] .. id) end
			return 1`,
			want: `R DEL KEYS[1]..ARGV[i]`, mute: true},
		{name: "command built in a table", src: `
			local cmd = {'del'}
			for _, k in ipairs(KEYS) do table.insert(cmd, k) end
			return redis.call(unpack(cmd))`,
			want: `R DEL KEYS[i]`},
	})
}

func TestOpaque(t *testing.T) {
	runScripts(t, []scriptTest{
		{name: "command is an argument", src: `return redis.call(ARGV[1], KEYS[1])`, opaque: true},
		{name: "one of two commands", src: `
			local cmd = 'expire'
			if ARGV[2] == 'ms' then cmd = 'pexpire' end
			return redis.call(cmd, KEYS[1], ARGV[1])`,
			want: `E PEXPIRE KEYS[1]
			       E EXPIRE KEYS[1]`},
		{name: "one of two keys", src: `
			local k = KEYS[1]
			if ARGV[1] == 'b' then k = KEYS[2] end
			return redis.call('del', k)`,
			want: `R DEL KEYS[2]
			       R DEL KEYS[1]`},
		{name: "key is a stored value", src: `
			local id = redis.call('get', KEYS[1])
			return redis.call('del', id)`,
			want: `R DEL ?`, opaque: true},
		{name: "hole as a key", src: "return redis.call('del', \uFFFC)",
			want: `R DEL ?`, opaque: true},
		{name: "hole inside a key", src: "return redis.call('del', 'lock:\uFFFC')",
			want: "R DEL lock:\uFFFC", opaque: true},
		{name: "hole as a command", src: "return redis.call('\uFFFC', KEYS[1])", opaque: true},
		{name: "hole as a ttl", src: "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], \uFFFC) end return 0",
			want: `E PEXPIRE KEYS[1] =ARGV[1]`},
		{name: "hole as the token", src: "if redis.call('get', KEYS[1]) == \"\uFFFC\" then return redis.call('del', KEYS[1]) end return 0",
			want: "R DEL KEYS[1] =\uFFFC"},
		{name: "hole as the token, not quoted", src: "if redis.call('get', KEYS[1]) == \uFFFC then return redis.call('del', KEYS[1]) end return 0",
			want: "R DEL KEYS[1] =\uFFFC"},
		{name: "format verbs", src: `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('expire', KEYS[1], %d) end return 0 -- 100%`,
			want: `E EXPIRE KEYS[1] =ARGV[1]`},
		{name: "template action", src: `return redis.call('expire', KEYS[1], {{.TTL}})`,
			want: `E EXPIRE KEYS[1]`},
		{name: "hole as a statement", src: "\uFFFC\nreturn redis.call('del', KEYS[1])",
			want: `R DEL KEYS[1]`, opaque: true},
		{name: "template blocks", src: "{{if .Check}}if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end{{end}}\nreturn redis.call('del', KEYS[1])",
			want: `R DEL KEYS[1] =ARGV[1]`, opaque: true},
		{name: "modulo stays modulo", src: `
			local s = tonumber(ARGV[1]) local n = 7 %s
			redis.call('set', KEYS[1], n) return 1`,
			want: `W SET KEYS[1]`, mute: true},
		{name: "recursion", src: `
			local function f(k) redis.call('del', k) return f(KEYS[2]) end
			return f(KEYS[1])`,
			want: `R DEL KEYS[1]`, opaque: true},
		{name: "dispatch by argument", src: `
			local ops = {
				free = function() return redis.call('del', KEYS[1]) end,
				keep = function() return redis.call('pexpire', KEYS[1], ARGV[2]) end,
			}
			return ops[ARGV[1]]()`,
			want: `R DEL KEYS[1]
			       E PEXPIRE KEYS[1]`},
	})
}

func TestErrors(t *testing.T) {
	for _, src := range []string{
		"if redis.call('get', KEYS[1] then",
		"local \uFFFC\uFFFC = = 1",
		"return 'unterminated",
		"SELECT 1",
		string(make([]byte, maxSource+1)),
		"return " + nest("(", ")", 200),
	} {
		if s, err := Parse(src); err == nil {
			t.Errorf("no error for %.30q: %+v", src, s)
		}
	}
}
