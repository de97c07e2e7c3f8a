package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/pattern"
	"github.com/leasevet/leasevet/internal/sqlstmt"
)

// ownRow reports whether a compared version that is not set is a condition
// rather than a part of the key. (name, version) and (project, object, version)
// name a row; beside an id of its own the row needs no more name.
func (c *conditions) ownRow(fence string) bool {
	id, others := false, false
	for _, p := range c.where {
		if p.Disjunct || p.Column == fence || p.Op != "=" || p.Value.Kind == sqlstmt.ColumnRef {
			continue
		}
		if rowID(p.Column) {
			id = true
		} else if keyColumn(p.Column) && !ownerColumn(p.Column) {
			others = true
		}
	}
	return id && !others
}

func rowID(c string) bool {
	switch leaf(c) {
	case "id", "_id", "uuid", "guid", "pk":
		return true
	}
	return false
}

var workerWord = pattern.New(`^(worker|runner|processor|executor|picked|processing|taken|reserved|assigned_worker|owner_token)(_id|_by|_token)?$`)

// workerColumn names who works on a row. Outside a lock table it is a claim only
// beside the row's own key: worker_id alone may be a foreign key.
func workerColumn(c string) bool { return workerWord.MatchString(leaf(c)) }

func heldFlag(c string) bool {
	switch strings.TrimPrefix(leaf(c), "is_") {
	case "locked", "lock", "held", "leased", "claimed", "taken", "busy", "running", "in_use", "acquired":
		return true
	}
	return false
}

func falseText(s string) bool {
	switch strings.ToLower(strings.Trim(s, "'")) {
	case "false", "0", "", "f", "b'0'":
		return true
	}
	return false
}

// keyed reports whether the statement is about one row: bulk updates with a
// filter may hit any number of rows.
func (c *conditions) keyed() bool {
	keys := 0
	for _, p := range c.where {
		if p.Disjunct || p.Op != "=" && p.Op != "IN" || p.Value.Kind == sqlstmt.ColumnRef || p.Value.Kind == sqlstmt.Literal || p.Value.Kind == sqlstmt.Subquery {
			continue
		}
		if _, set := c.set[p.Column]; set {
			continue
		}
		switch col := leaf(p.Column); {
		case rowID(col) || keyColumn(col) && !strings.HasSuffix(col, "_id"):
			return true
		case strings.HasSuffix(col, "_id") && !ownerColumn(col):
			if stem := strings.TrimSuffix(col, "_id"); c.st.Table == "" || strings.Contains(c.st.Table, stem) {
				return true // order_id of orders; user_id would be a foreign key
			}
			keys++
		}
	}
	return keys > 1
}

// named reports whether any comparison picks rows by a value that is given.
func (c *conditions) named() bool {
	for _, p := range c.where {
		if p.Disjunct || p.Op != "=" || p.Value.Kind == sqlstmt.Literal || p.Value.Kind == sqlstmt.Null || p.Value.Kind == sqlstmt.ColumnRef || stateColumn(p.Column) {
			continue
		}
		if _, set := c.set[p.Column]; !set {
			return true
		}
	}
	return false
}

var placeWord = pattern.New(`(^|_)(pos|position|ord|order|ordering|order_no|sort|sort_order|rank|idx|index|seq|sequence|lft|rgt|depth|line|row|slot|place)$`)

// placeColumn is the place of a row in a list, which moves when others do: a
// bound on it picks rows and guards nothing.
func placeColumn(c string) bool { return placeWord.MatchString(leaf(c)) }

// softDelete columns filter rows that are gone: zero rows means gone already.
func softDelete(c string) bool {
	switch leaf(c) {
	case "deleted_at", "is_deleted", "deleted", "delete_time", "del_flag", "archived_at", "removed_at", "retired_at", "revoked_at", "is_delete", "is_del", "delete_flag":
		return true
	}
	return false
}
