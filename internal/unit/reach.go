package unit

// Clients says which packages the analyzers are about.
type Clients struct {
	// Known says whether a package path is that of a client library that the
	// analyzers know.
	Known func(path string) bool
	// Opaque says whether the analyzers ask nothing of the package's own code and
	// have no facts about it, as of most clients. Nil: of none.
	Opaque func(path string) bool
}

// Reaches says whether a unit that is wanted for its facts only can have any:
// it imports a client, or something that has facts, and is not itself a package
// whose insides the analyzers leave alone. All others, the standard
// library among them, need neither function bodies nor analysis. Both drivers
// ask this one question, so that they analyse the same packages. In packages of
// the main modules they also look for declarations of wrappers, which are facts
// that no client need be reached for.
func (c Clients) Reaches(path string, imports []string, hasFacts func(path string) bool) bool {
	if c.Opaque != nil && c.Opaque(path) {
		return false
	}
	for _, path := range imports {
		if c.Known(path) || hasFacts(path) {
			return true
		}
	}
	return false
}
