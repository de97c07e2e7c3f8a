package sqlstmt

import "strings"

// sessionLock are the functions that take, end or pass on a lock which belongs
// to the connection. The pg_…_xact_… functions are not among them: their locks
// end with the transaction.
var sessionLock = map[string]bool{
	"pg_advisory_lock": true, "pg_advisory_lock_shared": true,
	"pg_try_advisory_lock": true, "pg_try_advisory_lock_shared": true,
	"pg_advisory_unlock": true, "pg_advisory_unlock_shared": true, "pg_advisory_unlock_all": true,
	"get_lock": true, "release_lock": true, "release_all_locks": true,
	"sp_getapplock": true, "sp_releaseapplock": true,
}

// SessionLockCalls returns the functions that s and its Rest call and that take
// or end a lock of the session, in order.
func SessionLockCalls(s Statement) []string {
	out := append([]string(nil), s.SessionLocks...)
	for _, r := range s.Rest {
		out = append(out, SessionLockCalls(r)...)
	}
	return out
}

// sessionLocks picks the session locks from the functions called in [lo, hi).
// SQL Server's application locks belong to the transaction unless the owner is
// said to be the session; that is believed only where arguments are visible.
func (p *parser) sessionLocks(functions []string, lo, hi int) []string {
	var out []string
	for _, f := range functions {
		if !sessionLock[f] {
			continue
		}
		if strings.HasPrefix(f, "sp_") && p.transactionLock(lo, hi) {
			continue
		}
		out = append(out, f)
	}
	return out
}

func (p *parser) transactionLock(lo, hi int) bool {
	arguments := false
	for i := lo; i < hi; i++ {
		switch {
		case p.isHole(i):
			return false
		case strings.EqualFold(p.text(i), "@LockOwner"):
			return strings.EqualFold(strings.Trim(p.text(i+2), "N'"), "Transaction")
		case strings.EqualFold(p.text(i), "@LockMode") || strings.EqualFold(p.text(i), "@Resource"):
			arguments = true
		}
	}
	return arguments
}
