// Package scripts releases printing presses with Lua, loaded in every way and
// compared in every spelling.
package scripts

import (
	"context"
	"crypto/rand"
	_ "embed"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

//go:embed lua/release.lua
var releaseLua string

//go:embed lua/handover.lua
var handoverLua string

//go:embed lua/reentrant.lua
var reentrantLua string

const (
	head = `local owner = redis.call("get", KEYS[1]) `
	tail = ` return redis.call("del", KEYS[1])`

	compared = head + `if owner ~= ARGV[1] then return 0 end` + tail
	counted  = head + `if owner then redis.call("incr", KEYS[1] .. ":ended") end` + tail
)

var (
	release   = redis.NewScript(releaseLua)
	handover  = redis.NewScript(handoverLua)
	reentrant = redis.NewScript(reentrantLua)

	// constant compares the value with a word instead of an argument.
	constant = redis.NewScript(`if redis.call("get", KEYS[1]) == "held" then return redis.call("del", KEYS[1]) end return 0`)
	// otherKey compares the owner of another key.
	otherKey = redis.NewScript(`if redis.call("get", KEYS[2]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)
	// stillThere compares the TTL.
	stillThere = redis.NewScript(`if redis.call("pttl", KEYS[1]) > 0 then redis.call("unlink", KEYS[1]) return 1 end return 0`)
	// nested compares twice, in an inner block and through pcall.
	nested = redis.NewScript(`
local key, me = KEYS[1], ARGV[1]
local ok = redis.pcall("exists", key)
if ok == 1 then
	local v = redis.pcall("get", key)
	if v and v == me then
		redis.call("del", key)
		return 1
	end
end
return 0`)
	// every releases several presses, each with its own token.
	every = redis.NewScript(`
local n = 0
for i, key in ipairs(KEYS) do
	if redis.call("GET", key) == ARGV[i] then
		n = n + redis.call("DEL", key)
	end
end
return n`)
	// prolong compares, blindly sets again.
	prolong  = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) end return 0`)
	setAgain = redis.NewScript(`return redis.call("set", KEYS[1], ARGV[1], "XX", "PX", ARGV[2])`)
	// start is an acquisition: its own EXPIRE follows its own SETNX.
	start = redis.NewScript(`
if redis.call("setnx", KEYS[1], ARGV[1]) == 1 then
	redis.call("pexpire", KEYS[1], ARGV[2])
	return 1
end
return 0`)
)

type Press struct {
	rdb   *redis.Client
	id    string
	token string
	sha   string
}

func pressKey(id string) string { return "press:" + id }

func (p *Press) Start(ctx context.Context) (bool, error) {
	p.token = rand.Text()
	return p.rdb.SetNX(ctx, pressKey(p.id), p.token, 30*time.Second).Result()
}

func (p *Press) StartScript(ctx context.Context) (bool, error) {
	p.token = rand.Text()
	return start.Run(ctx, p.rdb, []string{pressKey(p.id)}, p.token, 30000).Bool() // silent: an acquisition
}

func (p *Press) Embedded(ctx context.Context) error {
	return release.Run(ctx, p.rdb, []string{pressKey(p.id)}, p.token).Err() // silent: the file compares
}

func (p *Press) Handover(ctx context.Context) error {
	return handover.Run(ctx, p.rdb, []string{pressKey(p.id), "press-handovers"}).Err() // want unconditionalrelease "DEL.*press:"
}

func (p *Press) Reentrant(ctx context.Context) error {
	return reentrant.Run(ctx, p.rdb, []string{"press-hash:" + p.id}, p.token, 30000).Err() // silent: the holder's field is asked for
}

func (p *Press) Joined(ctx context.Context) error {
	return p.rdb.Eval(ctx, compared, []string{pressKey(p.id)}, p.token).Err() // silent: compares
}

func (p *Press) Counted(ctx context.Context) error {
	return p.rdb.Eval(ctx, counted, []string{pressKey(p.id)}, p.token).Err() // want unconditionalrelease "DEL.*press:"
}

func (p *Press) Formatted(ctx context.Context) error {
	key := pressKey(p.id)
	src := fmt.Sprintf(`if redis.call("get", "%s") == "%s" then return redis.call("del", "%s") end return 0`, key, p.token, key)
	return p.rdb.Eval(ctx, src, nil).Err() // silent: the token stands in the text
}

func (p *Press) FormattedBlind(ctx context.Context) error {
	src := fmt.Sprintf(`if redis.call("exists", KEYS[1]) == 1 then return redis.call("%s", KEYS[1]) end return 0`, "del")
	return p.rdb.Eval(ctx, src, []string{pressKey(p.id)}).Err() // want unconditionalrelease "DEL.*press:"
}

// Load keeps the SHA of the right script for Hashed.
func (p *Press) Load(ctx context.Context) (err error) {
	p.sha, err = p.rdb.ScriptLoad(ctx, compared).Result()
	return err
}

func (p *Press) Hashed(ctx context.Context) error {
	return p.rdb.EvalSha(ctx, p.sha, []string{pressKey(p.id)}, p.token).Err() // silent: the loaded script compares
}

func (p *Press) HashedBlind(ctx context.Context) error {
	sha, err := p.rdb.ScriptLoad(ctx, `return redis.call("del", KEYS[1])`).Result()
	if err != nil {
		return err
	}
	return p.rdb.EvalSha(ctx, sha, []string{pressKey(p.id)}).Err() // want unconditionalrelease "DEL.*press:"
}

func (p *Press) Do(ctx context.Context) error {
	return p.rdb.Do(ctx, "EVAL", `return redis.call("del", KEYS[1])`, 1, pressKey(p.id)).Err() // want unconditionalrelease "DEL.*press:"
}

func (p *Press) Stop(ctx context.Context, how int) error {
	keys := []string{pressKey(p.id), "press-manager:" + p.id}
	switch how {
	case 1:
		return constant.Run(ctx, p.rdb, keys).Err() // want unconditionalrelease "DEL.*press:"
	case 2:
		return otherKey.Run(ctx, p.rdb, keys, p.token).Err() // want unconditionalrelease "DEL.*press:"
	case 3:
		return stillThere.Run(ctx, p.rdb, keys[:1]).Err() // want unconditionalrelease "UNLINK.*press:"
	case 4:
		return every.Run(ctx, p.rdb, keys[:1], p.token).Err() // silent: compares each
	}
	return nested.Run(ctx, p.rdb, keys[:1], p.token).Err() // silent: compares
}

func (p *Press) Prolong(ctx context.Context) (bool, error) {
	return prolong.Run(ctx, p.rdb, []string{pressKey(p.id)}, p.token, 30000).Bool() // silent: compares
}

func (p *Press) SetAgain(ctx context.Context) error {
	return setAgain.Run(ctx, p.rdb, []string{pressKey(p.id)}, p.token, 30000).Err() // want unconditionalrelease "SET.*press:"
}
