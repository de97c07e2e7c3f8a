package proof

// A rule is what must be true of correct code, in the order of the README.
type rule struct{ analyzer, text string }

var rules = []rule{
	{"unconditionalrelease", "A's release must not end B's lock, nor its renewal extend it."},
	{"unfencedwrite", "A's late write must not replace B's data."},
	{"ignoredrowcount", "A must be able to learn that its write was refused."},
	{"detachedrenew", "A's renewal must not keep a lease alive that nobody works under."},
	{"lostlease", "A must be able to learn that its lease is gone."},
	{"leasettl", "A's record must end by itself, and not while A works."},
	{"ownertoken", "A's token must tell it from B, and what is ordered must have an order."},
	{"ignoredacquire", "Who is refused the lock must not work, nor release it."},
	{"leakedlock", "Who holds the lock must give it back on every way out."},
	{"pooledlock", "A lock of a database session must be released by that session."},
}
