package catalog

// vault is the API client of HashiCorp Vault, as far as it renews. Start blocks
// and renews the lease of a secret until Stop, or until it cannot be renewed any
// longer; it has no ctx. An undrained DoneCh does not end it (lifetime_watcher.go).
var vault = &Library{
	Name:  "Vault",
	Store: AnyStore,
	Paths: []string{"github.com/hashicorp/vault/api"},
	Check: []string{"github.com/hashicorp/vault/api"},
	Rows: []Row{
		{Role: Handle, Call: "NewLifetimeWatcher|NewRenewer(opts) client, error", On: "Client", Strict: true},
		{Role: AutoRenew, Call: "Start|Renew()", On: "LifetimeWatcher|Renewer", Strict: true, Display: "LifetimeWatcher.Start"},
	},
}
