package redisscript

import (
	"strings"
	"testing"
	"time"
)

func nest(left, right string, n int) string {
	return strings.Repeat(left, n) + "1" + strings.Repeat(right, n)
}

// Shapes that could make the parser or the interpreter work too long.
var hostile = []string{
	"return " + nest("(", ")", 140),
	"return 1" + strings.Repeat(" .. 1", 9000),
	"return 1" + strings.Repeat(" + x", 9000),
	"local x = KEYS[1] " + strings.Repeat("x = x .. x ", 3000),
	strings.Repeat("if redis.call('get', KEYS[1]) == ARGV[1] then x = 1 end ", 1000),
	"if a then " + strings.Repeat("elseif redis.call('get', KEYS[1]) == ARGV[1] then x = x or ARGV[1] ", 800) + "end",
	strings.Repeat("for i = 1, 8 do ", 20) + "redis.call('del', KEYS[i])" + strings.Repeat(" end", 20),
	strings.Repeat("while x do ", 100) + "x = redis.call('get', x)" + strings.Repeat(" end", 100),
	"local f = function() end " + strings.Repeat("f = (function(g) return function() g() return g() end end)(f) ", 500) + "f()",
	"local t = {} t.t = t " + strings.Repeat("t = {t, t, t[1]} ", 2000) + "return redis.call(unpack(t))",
	"return " + strings.Repeat("not ", 10000) + "1",
	"return " + strings.Repeat("- ", 10000) + "1",
	"f" + strings.Repeat("()", 10000),
	"return a" + strings.Repeat(".b", 10000),
	strings.Repeat("local v = redis.call('get', KEYS[1]) if v ~= ARGV[1] and v ~= ARGV[2] then a, b, c = c, a, b or v end ", 500),
}

func TestHostile(t *testing.T) {
	for _, src := range hostile {
		start := time.Now()
		s, err := Parse(src)
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("%.40q took %v", src, d)
		}
		if err == nil {
			s.Written()
		}
	}
}

func FuzzParse(f *testing.F) {
	// Small seeds: the fuzzer spends its time on shrinking large ones.
	for _, src := range []string{
		"if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end",
		"for i, k in ipairs(KEYS) do if redis.call('get', k) ~= ARGV[i] then break end end return redis.call('del', unpack(KEYS))",
		"local t = cjson.decode(redis.call('get', KEYS[1])) if t.owner == ARGV[1] then redis.call('del', KEYS[1]) end",
		"#!lua name=x\nredis.register_function{function_name='f', callback=function(k, a) return redis.call('set', k[1], a[1], 'NX') end}",
		"return redis.call('set', KEYS[1], '\uFFFC', 'PX', %d) or {{.X}}",
		"local ok, v = pcall(redis.call, 'hmget', KEYS[1], 'a', 'b') local a, b = unpack(v) repeat a = a .. b until a == ARGV[1]",
		"local function f(...) local n = select('#', ...) return redis.call(...) end for j = #KEYS, 1, -1 do f('hincrby', KEYS[j], ARGV[j], -1) end goto x ::x::",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		start := time.Now()
		s, err := Parse(src)
		if err != nil {
			return
		}
		s.Released()
		s.Renewed()
		s.Acquired()
		s.Written()
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("took %v", d)
		}
	})
}
