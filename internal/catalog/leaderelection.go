package catalog

// leaderElection is client-go's leader election. The lost signal is the context
// that OnStartedLeading gets. It runs in a goroutine of its own, so
// OnStoppedLeading may run before the work has ended, and also when leadership
// was never had (leaderelection.go).
var leaderElection = &Library{
	Name:  "leaderelection",
	Store: Kubernetes,
	Paths: []string{"k8s.io/client-go/tools/leaderelection"},
	Check: []string{"k8s.io/client-go/tools/leaderelection"},
	Rows: []Row{
		{Role: InTx, Call: "RunOrDie(ctx, LeaderElectionConfig{Lock: lock, LeaseDuration: ttl, Callbacks: LeaderCallbacks{OnStartedLeading: fn}})", Link: "leader"},
		{Role: NewLock, Call: "NewLeaderElector(LeaderElectionConfig{Lock: lock, LeaseDuration: ttl, Callbacks: LeaderCallbacks{OnStartedLeading: fn}}) lock, error", Link: "leader"},
		{Role: InTx, Call: "Run(ctx)", On: "LeaderElector", Strict: true, Link: "leader"},
		{Role: Read, Call: "IsLeader() ok", On: "LeaderElector", Strict: true},
	},
	Fields: []Field{
		{Role: Lost, On: "LeaderCallbacks", Name: "OnStartedLeading", Param: "fn"},
		{Role: Lost, On: "LeaderCallbacks", Name: "OnStoppedLeading", Param: "stop"},
		{On: "LeaderElectionConfig", Name: "ReleaseOnCancel", Param: "mode"},
	},
}
