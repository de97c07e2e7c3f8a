package catalog

// Service registries list an instance for as long as it beats. Nothing exclusive
// is done under such a lease: that a beat fails is for the registry to notice, but
// one that goes on after the instance was taken out keeps it listed.

// polaris is Tencent's Polaris. RegisterInstance beats by itself; with Register the
// program does.
var polaris = &Library{
	Name:  "Polaris",
	Store: Registries,
	Paths: []string{"github.com/polarismesh/polaris-go"},
	Check: []string{"github.com/polarismesh/polaris-go"},
	Rows: []Row{
		{Role: Renew, Call: "Heartbeat(session) error", On: "ProviderAPI", Pkg: "api|", Strict: true, Compares: true, Raises: true, Link: "registration", Display: "ProviderAPI.Heartbeat"},
	},
}

// serviceComb is the client of Apache ServiceComb's service center.
var serviceComb = &Library{
	Name:  "ServiceComb",
	Store: Registries,
	Paths: []string{"github.com/go-chassis/sc-client"},
	Check: []string{"github.com/go-chassis/sc-client"},
	Rows: []Row{
		{Role: Renew, Call: "Heartbeat(_, session) ok, error", On: "Client", Strict: true, Compares: true, Raises: true, Link: "registration", Display: "Client.Heartbeat"},
	},
}
