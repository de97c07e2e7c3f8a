package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/catalog"
	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// endsOtherwise reports whether a record without a TTL is not for ever after
// all: the program ends it by its own clock, or the storage was told elsewhere.
func (m *Model) endsOtherwise(a *Op) bool {
	switch a.Store {
	case catalog.Redis, catalog.Memcached, catalog.Plugins:
		// SETNX with a deadline as value, and GETSET once that has passed.
		return m.identityOf(a.Token, a.Key)&(idDeadline|idClock) != 0 && m.overwritten(a)
	case catalog.SQL:
		return !m.plainRecord(a) || m.clearedByAge(a)
	case catalog.Mongo:
		// A TTL index on the time of creation may be made out of sight, unless the
		// package makes the collection's indexes itself.
		indexes, expiring := m.makesIndexes()
		return expiring || !m.plainRecord(a) && !(indexes && m.inserted(a) != nil) || m.clearedByAge(a)
	}
	return false
}

// overwritten reports whether somebody writes the key of an acquire over.
func (m *Model) overwritten(a *Op) bool {
	for _, fn := range m.fns {
		for _, w := range m.eventsOf(fn) {
			if w.Kind == Write && w.Store == a.Store && w.Key != nil && m.sameKey(a.Key, w.Key) != origin.Different {
				return true
			}
		}
	}
	return false
}

// plainRecord reports whether the acquire inserts a row or document that says
// nothing of time, with every column in sight.
func (m *Model) plainRecord(a *Op) bool {
	st := m.inserted(a)
	if st == nil {
		return false
	}
	for _, c := range st.Set {
		if timeColumn(c.Column) {
			return false // somebody may clear old records by it
		}
	}
	return true
}

// inserted is the statement of an acquire that inserts a record of which every
// column is in sight. An UPDATE takes a row that was there before, and says
// nothing of when its holder is given up.
func (m *Model) inserted(a *Op) *sqlstmt.Statement {
	for x := a; x != nil; x = x.from {
		if x.stmt != nil {
			if x.stmt.Verb == sqlstmt.Insert && !x.stmt.SetOpen && len(x.stmt.Set) > 0 {
				return x.stmt
			}
			return nil
		}
	}
	return nil
}

func timeColumn(c string) bool {
	c = leaf(c)
	return expiryColumn(c) || strings.HasSuffix(c, "_at") || strings.Contains(c, "time") || strings.HasSuffix(c, "date") || c == "ts" || c == "created" || c == "updated" || c == "since"
}

// clearedByAge reports whether some statement of the package ends or takes over
// records of the same table by their age.
func (m *Model) clearedByAge(a *Op) bool {
	table := ""
	for x := a; x != nil; x = x.from {
		if x.stmt != nil {
			table = x.stmt.Table
		}
	}
	for _, fn := range m.fns {
		for _, o := range m.direct[fn] {
			if o.stmt == nil || o.stmt.Table != table {
				continue
			}
			for _, p := range o.stmt.Where {
				if timeColumn(p.Column) || strings.ContainsAny(p.Op, "<>") && p.Op != "<>" {
					return true
				}
			}
			if o.stmt.WhereOpen {
				return true
			}
		}
	}
	return false
}

// makesIndexes reports whether the package makes indexes of collections, and
// whether one of them lets Mongo remove documents by their age.
func (m *Model) makesIndexes() (any, expiring bool) {
	for _, fn := range m.fns {
		calls(fn, func(c call) bool {
			expiring = expiring || strings.HasPrefix(c.name(), "SetExpireAfter")
			any = any || c.recv != nil && named(c.recv.Type()) == "IndexView"
			return true
		})
	}
	return any, expiring
}
