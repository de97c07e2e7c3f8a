package redisscript

import "testing"

// Right ways to write compare-and-delete and compare-and-extend.
func TestCompared(t *testing.T) {
	runScripts(t, []scriptTest{
		{name: "one line", src: `if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "token first, aliases and multiple assignment", src: `
			local key, mine = KEYS[1], ARGV[1]
			local call = redis.call
			if mine == call('GET', key) then
				call('UNLINK', key)
				return 1
			end
			return -1`,
			want: `R UNLINK KEYS[1] =ARGV[1]`},
		{name: "wrapper function", src: `
			local function c(...) return redis.call(...) end
			if c('get', KEYS[1]) == ARGV[1] then return c('pexpire', KEYS[1], ARGV[2]) end
			return 0`,
			want: `E PEXPIRE KEYS[1] =ARGV[1]`},
		{name: "function assigned to a global", src: `
			call = function(cmd, ...) return redis.pcall(cmd, ...) end
			if call('get', KEYS[1]) == ARGV[1] then return call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "valkey and a flags line", src: `#!lua flags=allow-stale
			if server.call('GET', KEYS[1]) == ARGV[1] then return server.call('DEL', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "negated with early return", src: `
			local owner = redis.call('get', KEYS[1])
			if owner ~= ARGV[1] then return 0 end
			return redis.call('del', KEYS[1])`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "not equal in parentheses", src: `
			if not (redis.call('get', KEYS[1]) == ARGV[1]) then return redis.error_reply('NOTMINE') end
			return redis.call('del', KEYS[1])`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "absent first, then negated", src: `
			local v = redis.call('get', KEYS[1])
			if v == false then return -1 end
			if v ~= ARGV[1] then return 0 end
			redis.call('del', KEYS[1])
			return 1`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "error ends it", src: `
			local v = redis.call('get', KEYS[1])
			if v ~= ARGV[1] then error('lost') end
			redis.call('expire', KEYS[1], ARGV[2])
			return 1`,
			want: `E EXPIRE KEYS[1] =ARGV[1]`},
		{name: "assert", src: `
			assert(redis.call('get', KEYS[1]) == ARGV[1], 'lost')
			return redis.call('del', KEYS[1])`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "else branch of unequal", src: `
			if redis.call('get', KEYS[1]) ~= ARGV[1] then
				return 0
			else
				return redis.call('del', KEYS[1])
			end`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "elseif chain", src: `
			local v = redis.call('get', KEYS[1])
			if not v then return -1
			elseif v == ARGV[1] then return redis.call('del', KEYS[1])
			else return 0 end`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "and", src: `
			local v = redis.call('get', KEYS[1])
			if v and v == ARGV[1] and redis.call('pttl', KEYS[1]) > 0 then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "or with an absent key", src: `
			local v = redis.call('get', KEYS[1])
			if v == false or v == ARGV[1] then redis.call('del', KEYS[1]) return 1 end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]/free`},
		{name: "unequal only when present", src: `
			local v = redis.call('get', KEYS[1])
			if v and v ~= ARGV[1] then return 0 end
			redis.call('del', KEYS[1])
			return 1`,
			want: `R DEL KEYS[1] =ARGV[1]/free`},
		{name: "one of two tokens", src: `
			local v = redis.call('get', KEYS[1])
			if v == ARGV[1] or v == ARGV[2] then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "local boolean", src: `
			local mine = redis.call('get', KEYS[1]) == ARGV[1]
			if mine then redis.call('del', KEYS[1]) end
			return mine and 1 or 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "flag set in a branch", src: `
			local ok = false
			if redis.call('get', KEYS[1]) == ARGV[1] then ok = true end
			if not ok then return 0 end
			return redis.call('del', KEYS[1])`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "number as flag", src: `
			local state = 0
			local v = redis.call('get', KEYS[1])
			if not v then state = 1 elseif v == ARGV[1] then state = 2 end
			if state == 2 then redis.call('del', KEYS[1]) end
			return state`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "and or as conditional", src: `
			local v = redis.call('get', KEYS[1])
			return v == ARGV[1] and redis.call('del', KEYS[1]) or 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "predicate function", src: `
			local function mine(key, token)
				local v = redis.call('get', key)
				if not v then return false end
				return v == token
			end
			if mine(KEYS[1], ARGV[1]) then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "release function for two keys", src: `
			local function release(key)
				if redis.call('get', key) == ARGV[1] then return redis.call('del', key) end
				return 0
			end
			return release(KEYS[1]) + release(KEYS[2])`,
			want: `R DEL KEYS[1] =ARGV[1]
			       R DEL KEYS[2] =ARGV[1]`},
		{name: "functions in a table", src: `
			local lock = {}
			function lock.owner(k) return redis.call('get', k) end
			function lock:free(k, t) if self.owner(k) == t then return redis.call('del', k) end return 0 end
			return lock:free(KEYS[1], ARGV[1])`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "hash field", src: `
			if redis.call("HGET", KEYS[1], "owner") == ARGV[1] then
				redis.call("DEL", KEYS[1])
				return 1
			end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "HMGET by index", src: `
			local f = redis.call('HMGET', KEYS[1], 'owner', 'epoch')
			if f[1] ~= ARGV[1] or f[2] ~= ARGV[2] then return 0 end
			return redis.call('DEL', KEYS[1])`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "HMGET unpacked", src: `
			local owner, epoch = unpack(redis.call('HMGET', KEYS[1], 'owner', 'epoch'))
			if owner == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
			return epoch`,
			want: `E PEXPIRE KEYS[1] =ARGV[1]`},
		{name: "json field", src: `
			local raw = redis.call("GET", KEYS[1])
			if not raw then return 0 end
			local rec = cjson.decode(raw)
			if rec.owner ~= ARGV[1] then return 0 end
			return redis.call("DEL", KEYS[1])`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "json on both sides under pcall", src: `
			local ok, rec = pcall(cjson.decode, redis.call('get', KEYS[1]))
			if ok and rec['holder']['id'] == cjson.decode(ARGV[1])['id'] then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "whole document", src: `
			if redis.call('get', KEYS[1]) == cjson.encode({id = ARGV[1], v = 2}) then
				return redis.call('del', KEYS[1])
			end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "prefix of the value", src: `
			local v = redis.call('get', KEYS[1])
			if v and string.sub(v, 1, #ARGV[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "method call and a pattern", src: `
			local v = redis.call('get', KEYS[1]) or ''
			if v:match('^([^:]+)') == ARGV[1] then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]/free`},
		{name: "token found in the value", src: `
			local v = redis.call('get', KEYS[1])
			if v and v:find(ARGV[1], 1, true) then return redis.call('del', KEYS[1]) end
			return 0`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "built from arguments", src: `
			local token = table.concat({ARGV[1], ARGV[2]}, ':')
			local key = 'lock:' .. KEYS[1]
			if redis.call('get', 'lock:' .. KEYS[1]) == token then return redis.call('del', key) end
			return 0`,
			want: `R DEL "lock:"..KEYS[1] =ARGV[1]..":"..ARGV[2]`},
		{name: "types", src: `
			local v = redis.call('get', KEYS[1])
			if type(v) ~= 'string' then return nil end
			if tonumber(v) ~= tonumber(ARGV[1]) then return nil end
			return redis.call('del', KEYS[1])`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "DELEX and SET IFEQ", src: `
			redis.call('SET', KEYS[1], ARGV[2], 'IFEQ', ARGV[1], 'PX', 500)
			return redis.call('DELEX', KEYS[1], 'IFEQ', ARGV[2])`,
			want: `E SET KEYS[1] =ARGV[1]
			       R DELEX KEYS[1] =ARGV[2]`},
		{name: "SISMEMBER", src: `
			if redis.call('sismember', KEYS[1], ARGV[1]) == 0 then return 0 end
			return redis.call('del', KEYS[1])`,
			want: `R DEL KEYS[1] =ARGV[1]`},
		{name: "ZSCORE", src: `
			if not redis.call('zscore', KEYS[1], ARGV[1]) then return 0 end
			redis.call('expire', KEYS[1], ARGV[2])
			return 1`,
			want: `E EXPIRE KEYS[1] =ARGV[1]`},
		{name: "own field taken away", src: `
			if redis.call('hdel', KEYS[1], ARGV[1]) == 1 and redis.call('get', KEYS[2]) then
				redis.call('del', KEYS[2])
				redis.call('expire', KEYS[1], 0)
				return 1
			end
			return 0`,
			want: `R HDEL KEYS[1] =ARGV[1]
			       R DEL KEYS[2]
			       R EXPIRE KEYS[1] =ARGV[1]`},
		{name: "set with KEEPTTL after the comparison", src: `
			if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
			redis.call('set', KEYS[1], ARGV[2], 'KEEPTTL')
			return 1`,
			want: `E SET KEYS[1] =ARGV[1]`},
		{name: "owner formatted into the text", src: `if redis.call('get', KEYS[1]) == '%s' then return redis.call('del', KEYS[1]) end return 0`,
			want: `R DEL KEYS[1] =%s`},
		{name: "repeat until true as a block", src: `
			local n = 0
			repeat
				if redis.call('get', KEYS[1]) ~= ARGV[1] then break end
				n = redis.call('del', KEYS[1])
			until true
			return n`,
			want: `R DEL KEYS[1] =ARGV[1]`},
	})
}
