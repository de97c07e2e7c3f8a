package catalog

// redislock is bsm/redislock. Obtain with a token that is already stored takes
// the lock again (its script compares first), so a constant Options.Token
// excludes nobody. Token is random: no fence.
var redislock = &Library{
	Name:  "redislock",
	Store: LockLibrary,
	Paths: []string{"github.com/bsm/redislock", "github.com/bsm/redis-lock"},
	Check: []string{"github.com/bsm/redislock"},
	Rows: []Row{
		{Role: Handle, Call: "New(client) client"},
		{Role: Acquire, Call: "Obtain(ctx, key, ttl, *Options{Token: token}) lock, error", On: "Client", Raises: true, Display: "Obtain"},
		{Role: Acquire, Call: "Obtain(ctx, client, key, ttl, *Options{Token: token}) lock, error", Raises: true, Display: "Obtain"},
		// v0.10 takes several keys at once.
		{Role: Acquire, Call: "ObtainMulti(ctx, keys, ttl, *Options{Token: token}) lock, error", On: "Client", Raises: true},
		{Role: Acquire, Call: "ObtainMulti(ctx, client, keys, ttl, *Options{Token: token}) lock, error", Raises: true},
		{Role: Release, Call: "Release(ctx) error", On: "Lock", Compares: true, Raises: true, Display: "Lock.Release"},
		{Role: Renew, Call: "Refresh(ctx, ttl, opts) error", On: "Lock", Compares: true, Raises: true, Display: "Lock.Refresh"},
		// TTL is 0 when the lock is gone.
		{Role: Lost, Call: "TTL(ctx) ttl, error", On: "Lock"},
		{Role: ReadOwner, Call: "Token() owner", On: "Lock"},
		{Role: Read, Call: "Key|Metadata() _", On: "Lock"},
		// In no release up to v0.10; a fork that has it means a number that grows.
		{Role: Fence, Call: "FenceToken() version", On: "Lock"},
	},
}
