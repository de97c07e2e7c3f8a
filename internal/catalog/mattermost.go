package catalog

// mattermostKV is the key-value store that a Mattermost server gives its plugins: package
// plugin, and the struct of options in package model. The server's own packages are
// named one by one, since the rest of it is an application.
//
// Nil stands for no record (server/channels/app/plugin_key_value_store.go): storing it
// deletes, and comparing with it asks for absence. ExpireInSeconds is 0 for no expiry.
// An update that is refused answers false and no error.
var mattermostKV = &Library{
	Name:  "Mattermost plugin KV",
	Store: Plugins,
	Paths: []string{
		"github.com/mattermost/mattermost/server/public/plugin", "github.com/mattermost/mattermost/server/public/model",
		"github.com/mattermost/mattermost-server/plugin", "github.com/mattermost/mattermost-server/model",
	},
	Check: []string{"github.com/mattermost/mattermost/server/public/plugin", "github.com/mattermost/mattermost/server/public/model"},
	Rows: []Row{
		{Role: Write, Call: "KVSetWithOptions(key, value, PluginKVSetOptions{Atomic: mode, OldValue: match, ExpireInSeconds: ttl_s}) ok, error", On: "API", Detached: true, Link: "swap"},
		{Role: Write, Call: "KVCompareAndSet(key, match, value) ok, error", On: "API", Detached: true, Link: "swap"},
		{Role: Release, Call: "KVCompareAndDelete(key, match) ok, error", On: "API", Detached: true, Compares: true},
		{Role: Write, Call: "KVSet(key, value) error", On: "API", Detached: true, Link: "swap"},
		{Role: Write, Call: "KVSetWithExpiry(key, value, ttl_s) error", On: "API", Detached: true, Link: "swap"},
		{Role: Delete, Call: "KVDelete(key) error", On: "API", Detached: true},
		{Role: ReadOwner, Call: "KVGet(key) owner, error", On: "API", Detached: true},
	},
}
