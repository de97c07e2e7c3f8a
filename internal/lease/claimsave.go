package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/pattern"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// ClaimSaves lists the writes that save a claimed row as a whole, holder included,
// without comparing the holder, where claims end by themselves: the package also
// clears or takes over claims by their age.
//
//	UPDATE jobs SET locked_by = NULL WHERE locked_at < ?      -- claims expire
//	UPDATE jobs SET locked_by = ?, state = ? WHERE id = ?     -- a late worker's
func (m *Model) ClaimSaves() []*Op {
	expire := map[string]bool{}
	for _, fn := range m.fns {
		for _, o := range m.direct[fn] {
			if o.stmt != nil && o.stmt.Table != "" && o.stmt.Verb == sqlstmt.Update && agesOut(o.stmt) {
				expire[o.stmt.Table] = true
			}
		}
	}
	var out []*Op
	if len(expire) == 0 {
		return nil
	}
	for _, fn := range m.fns {
		for _, w := range m.direct[fn] {
			if w.Kind == Write && w.Guard == Unguarded && w.stmt != nil && w.stmt.Verb == sqlstmt.Update && expire[w.stmt.Table] && !inTx(w.conn) {
				if col := savesClaim(w.stmt); col != "" {
					w.Column = col
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// claimTime matches the columns that say since when or until when a claim is held.
var claimTime = pattern.New(`^(lock|locked|claim|claimed|lease|leased|reserved|picked|picked_up|acquired|taken|heartbeat)_?(at|on|time|ts|until|since|expires?|expires?_at|expiry|deadline)$`)

// agesOut reports whether a statement clears or takes over the claims that are
// older than some time.
func agesOut(st *sqlstmt.Statement) bool {
	old, holder := false, false
	for _, p := range st.Where {
		if strings.HasPrefix(p.Op, "<") && claimTime.MatchString(leaf(p.Column)) {
			old = true
		}
	}
	for _, a := range st.Set {
		holder = holder || claimColumn(a.Column)
	}
	return old && holder
}

// savesClaim returns the column of the holder that an UPDATE of one row stores
// beside other data, "" for none.
func savesClaim(st *sqlstmt.Statement) string {
	key, holder, data := false, "", 0
	for _, p := range st.Where {
		if p.Op == "=" && keyColumn(p.Column) {
			key = true
		}
	}
	for _, a := range st.Set {
		switch {
		case a.Value.Kind != sqlstmt.Placeholder:
		case claimColumn(a.Column):
			holder = a.Column
		case !claimTime.MatchString(leaf(a.Column)):
			data++
		}
	}
	if !key || data < 2 {
		return ""
	}
	return holder
}
