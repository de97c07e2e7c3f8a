package unit

// Reaches says whether a unit that is wanted for its facts only can have any:
// it imports a client, or something that has facts. All others, the standard
// library among them, need neither function bodies nor analysis. Both drivers
// ask this one question, so that they analyse the same packages. In packages of
// the main modules they also look for declarations of wrappers, which are facts
// that no client need be reached for.
func Reaches(imports []string, client func(path string) bool, hasFacts func(path string) bool) bool {
	for _, path := range imports {
		if client(path) || hasFacts(path) {
			return true
		}
	}
	return false
}
