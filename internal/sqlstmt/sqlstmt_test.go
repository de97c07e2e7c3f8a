package sqlstmt

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range cases {
		if seen[c.name] {
			t.Errorf("two cases named %q", c.name)
		}
		seen[c.name] = true
		t.Run(c.name, func(t *testing.T) {
			if got := notation(Parse(c.sql)); !slices.Equal(got, c.want) {
				t.Errorf("%s\ngot\n\t%s\nwant\n\t%s", c.sql, strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
			}
		})
	}
}

// param is a positional placeholder.
func param(text string, arg int) Operand { return Operand{Kind: Placeholder, Text: text, Arg: arg} }

func TestTrial(t *testing.T) {
	lit := func(text string) Operand { return Operand{Kind: Literal, Text: text, Arg: -1} }
	named := func(text, name string, arg int) Operand {
		return Operand{Kind: Placeholder, Text: text, Arg: arg, Name: name}
	}
	excluded := func(text, name string) Operand {
		return Operand{Kind: Excluded, Text: text, Arg: -1, Name: name}
	}
	for _, c := range []struct {
		sql  string
		want Statement
	}{
		{"UPDATE resource SET fence=$1, value=$2 WHERE id=$3 AND fence<=$1", Statement{
			Verb: Update, Table: "resource", HasWhere: true, Placeholders: 3,
			Set: []Assign{{Column: "fence", Value: param("$1", 0)}, {Column: "value", Value: param("$2", 1)}},
			Where: []Predicate{
				{Column: "id", Op: "=", Value: param("$3", 2)},
				{Column: "fence", Op: "<=", Value: param("$1", 0)},
			},
		}},
		{"INSERT INTO t (id, fence) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET fence = excluded.fence WHERE t.fence <= excluded.fence", Statement{
			Verb: Insert, Table: "t", Placeholders: 2,
			Set: []Assign{{Column: "id", Value: param("$1", 0)}, {Column: "fence", Value: param("$2", 1)}},
			Conflict: &Conflict{
				Action: ConflictUpdate, Target: []string{"id"},
				Set:   []Assign{{Column: "fence", Value: excluded("excluded.fence", "fence")}},
				Where: []Predicate{{Column: "fence", Op: "<=", Value: excluded("excluded.fence", "fence")}},
			},
		}},
		{"INSERT INTO t (v) VALUES (?) ON DUPLICATE KEY UPDATE v = IF(fence <= VALUES(fence), VALUES(v), v)", Statement{
			Verb: Insert, Table: "t", Placeholders: 1, Functions: []string{"if"},
			Set: []Assign{{Column: "v", Value: param("?", 0)}},
			Conflict: &Conflict{
				Action: ConflictUpdate,
				Set: []Assign{{
					Column: "v", Value: excluded("VALUES(v)", "v"),
					Guard: []Predicate{{Column: "fence", Op: "<=", Value: excluded("VALUES(fence)", "fence")}},
				}},
				Where: []Predicate{{Column: "fence", Op: "<=", Value: excluded("VALUES(fence)", "fence")}},
			},
		}},
		{"UPDATE t SET a=:a WHERE id=:id AND version=:version", Statement{
			Verb: Update, Table: "t", HasWhere: true,
			Set: []Assign{{Column: "a", Value: named(":a", "a", -1)}},
			Where: []Predicate{
				{Column: "id", Op: "=", Value: named(":id", "id", -1)},
				{Column: "version", Op: "=", Value: named(":version", "version", -1)},
			},
		}},
		{"UPDATE t SET a=@p1 WHERE id=@p2 AND version=@p3", Statement{
			Verb: Update, Table: "t", HasWhere: true, Placeholders: 3,
			Set: []Assign{{Column: "a", Value: named("@p1", "p1", 0)}},
			Where: []Predicate{
				{Column: "id", Op: "=", Value: named("@p2", "p2", 1)},
				{Column: "version", Op: "=", Value: named("@p3", "p3", 2)},
			},
		}},
		{"WITH x AS (SELECT id FROM jobs FOR UPDATE SKIP LOCKED LIMIT 1) UPDATE jobs j SET s = 'run' FROM x WHERE j.id = x.id RETURNING j.id", Statement{
			Verb: Update, Table: "jobs", HasWhere: true, Returning: true, ForUpdate: true, SkipLocked: true, Limit: true,
			Set:   []Assign{{Column: "s", Value: lit("'run'")}},
			Where: []Predicate{{Column: "id", Op: "=", Value: Operand{Kind: ColumnRef, Text: "x.id", Arg: -1, Name: "id"}}},
			With:  []Statement{{Verb: Select, Table: "jobs", ForUpdate: true, SkipLocked: true, Limit: true}},
		}},
		{"MERGE INTO t USING (SELECT @p1 AS id) AS s ON t.id = s.id WHEN MATCHED AND t.version = @p2 THEN UPDATE SET n = t.n + 1;", Statement{
			Verb: Merge, Table: "t", HasWhere: true, Placeholders: 2,
			Set: []Assign{{Column: "n", Value: Operand{Kind: SelfStep, Text: "t.n + 1", Arg: -1}}},
			Where: []Predicate{
				{Column: "id", Op: "=", Value: excluded("s.id", "id")},
				{Column: "version", Op: "=", Value: named("@p2", "p2", 1)},
			},
			Conflict: &Conflict{
				Action: ConflictUpdate,
				Set:    []Assign{{Column: "n", Value: Operand{Kind: SelfStep, Text: "t.n + 1", Arg: -1}}},
				Where:  []Predicate{{Column: "version", Op: "=", Value: named("@p2", "p2", 1)}},
			},
		}},
		{`UPDATE t SET "a"=$1::jsonb WHERE id = ANY($2) AND tags @> ARRAY['x'] AND data->>'k' = 'v?'`, Statement{
			Verb: Update, Table: "t", HasWhere: true, Placeholders: 2,
			Set: []Assign{{Column: "a", Value: param("$1::jsonb", 0)}},
			Where: []Predicate{
				{Column: "id", Op: "IN", Value: param("$2", 1)},
				{Column: "tags", Op: "", Value: lit("ARRAY['x']")},
				{Column: "data", Op: "=", Value: lit("'v?'"), Path: "k"},
			},
		}},
		{"DELETE FROM locks WHERE name = ? AND owner = ? LIMIT 1", Statement{
			Verb: Delete, Table: "locks", HasWhere: true, Limit: true, Placeholders: 2,
			Where: []Predicate{
				{Column: "name", Op: "=", Value: param("?", 0)},
				{Column: "owner", Op: "=", Value: param("?", 1)},
			},
		}},
		{"UPDATE `t` SET `a`=?, `version`=`version`+1 WHERE `id`=? AND `version`=? -- comment", Statement{
			Verb: Update, Table: "t", HasWhere: true, Placeholders: 3,
			Set: []Assign{
				{Column: "a", Value: param("?", 0)},
				{Column: "version", Value: Operand{Kind: SelfStep, Text: "`version`+1", Arg: -1}},
			},
			Where: []Predicate{
				{Column: "id", Op: "=", Value: param("?", 1)},
				{Column: "version", Op: "=", Value: param("?", 2)},
			},
		}},
		{"UPDATE t SET a = ${a} WHERE id = %s AND version = %d", Statement{
			Verb: Update, Table: "t", HasWhere: true,
			Set: []Assign{{Column: "a", Value: named("${a}", "a", -1)}},
			Where: []Predicate{
				{Column: "id", Op: "=", Value: param("%s", -1)},
				{Column: "version", Op: "=", Value: param("%d", -1)},
			},
		}},
		{"UPDATE t SET a = 1 WHERE owner IS NULL OR expires_at < now()", Statement{
			Verb: Update, Table: "t", HasWhere: true, Functions: []string{"now"},
			Set: []Assign{{Column: "a", Value: lit("1")}},
			Where: []Predicate{
				{Column: "owner", Op: "IS NULL", Value: Operand{Kind: Null, Text: "NULL", Arg: -1}, Disjunct: true, Or: 1, Branch: 1},
				{Column: "expires_at", Op: "<", Value: Operand{Kind: Now, Text: "now()", Arg: -1}, Disjunct: true, Or: 1, Branch: 2},
			},
		}},
		{"", Statement{}},
		{" ; -- nothing\n;", Statement{}},
	} {
		if got := Parse(c.sql); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\ngot  %+v\nwant %+v", c.sql, got, c.want)
		}
	}
}

func TestParseFragment(t *testing.T) {
	for _, c := range []struct {
		cond string
		want []string
	}{
		{"id = ? AND version = ?", []string{"id = P[?]#0", "version = P[?]#1"}},
		{"status IN ?", []string{"status IN P[?]#0"}},
		{"status in (?)", []string{"status IN P[(?)]#0 {P[?]#0}"}},
		{"status NOT IN ('a', ?)", []string{"status NOT IN E[('a', ?)] {L['a']; P[?]#0}"}},
		{"version = @v", []string{"version = P[@v]=v"}},
		{"`orders`.`version` = @v AND name <> @name", []string{"version = P[@v]=v", "name <> P[@name]=name"}},
		{"WHERE id = $2 AND owner = $1", []string{"id = P[$2]#1", "owner = P[$1]#0"}},
		{" AND deleted_at IS NULL", []string{"deleted_at IS NULL N[NULL]"}},
		{"(owner = ? OR expires_at < ?)", []string{"owner = P[?]#0 |1.1", "expires_at < P[?]#1 |1.2"}},
		{"(a, b) IN ?", []string{"a IN P[?]#0", "b IN P[?]#0"}},
		{"expires_at <= NOW() - INTERVAL ? SECOND", []string{"expires_at <= T[NOW() - INTERVAL ? SECOND]#0"}},
		{"? = ?", []string{" = P[?]#1"}},
		{"version < excluded.version", []string{"version < X[excluded.version]=version"}},
		{"%s = ?", []string{" = P[?]#0"}},
		{"locked", []string{"locked = L[TRUE]"}},
		{"owner = 'x' AND", []string{"owner = L['x']"}},
		{"= AND = OR (", []string{" = U[] |1.1", " = U[] |1.1", " ~ U[] |1.2"}},
		{"1 = 1", nil},
		{"", nil},
	} {
		if got := notePredicates(ParseFragment(c.cond)); !slices.Equal(got, c.want) {
			t.Errorf("%s\ngot  %q\nwant %q", c.cond, got, c.want)
		}
	}
}

func TestSessionLockCalls(t *testing.T) {
	for _, c := range []struct {
		sql  string
		want []string
	}{
		{"SELECT pg_advisory_lock(1)", []string{"pg_advisory_lock"}},
		{"SELECT pg_try_advisory_lock_shared($1, $2)", []string{"pg_try_advisory_lock_shared"}},
		{"SELECT pg_advisory_xact_lock(1), pg_try_advisory_xact_lock_shared(2)", nil},
		{"SELECT PG_ADVISORY_UNLOCK($1); SELECT 1; SELECT pg_advisory_unlock_all()", []string{"pg_advisory_unlock", "pg_advisory_unlock_all"}},
		{"WITH l AS (SELECT pg_try_advisory_lock(1) ok) SELECT ok FROM l", []string{"pg_try_advisory_lock"}},
		{"SELECT id FROM jobs WHERE pg_try_advisory_lock(id) LIMIT 1", []string{"pg_try_advisory_lock"}},
		{"SET @ok = GET_LOCK(?, 0)", []string{"get_lock"}},
		{"SELECT 'pg_advisory_lock(1)' -- pg_advisory_lock(2)", nil},
		{"INSERT INTO get_lock (a) VALUES (1)", nil},
		{"EXECUTE dbo.sp_releaseapplock @Resource = ?, @LockOwner = 'Session'", []string{"sp_releaseapplock"}},
		{"EXEC sp_getapplock @Resource = ?, @LockMode = 'Exclusive', @LockOwner = 'Transaction'", nil},
		{"EXEC sp_getapplock @Resource = ?, @LockOwner = @p2", []string{"sp_getapplock"}},
	} {
		if got := SessionLockCalls(Parse(c.sql)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.sql, got, c.want)
		}
	}
}

func TestBinds(t *testing.T) {
	for _, c := range []struct {
		cond string
		want bool
	}{
		{"id = 1 AND owner = 2", true},
		{"id = 1", false},
		{"owner = 1 OR owner IS NULL", true},
		{"owner = 1 OR expires < now()", false},
		{"owner = 1 OR (expires < now() AND owner = 2)", true},
		{"owner = 1 OR (a = 1 AND (owner = 2 OR b = 2))", false},
		{"owner = 1 OR (owner = 2 OR owner = 3)", true},
		{"owner = 1 OR (owner = 2 OR b = 3)", false},
		{"owner = 1 OR TRUE", false},
		{"owner = 1 OR ?", false},
		{"owner = 1 OR $2", false},
		{"(a = 1 OR b = 1) AND (owner = 1 OR owner = 2)", true},
		{"NOT (owner <> 1 OR a = 1)", true},
		{"NOT (owner <> 1 AND a = 1)", false},
		{"(owner, a) <> (1, 2)", false},
		{"", false},
	} {
		got := Binds(ParseFragment(c.cond), func(p Predicate) bool { return p.Column == "owner" })
		if got != c.want {
			t.Errorf("%s: got %v, want %v", c.cond, got, c.want)
		}
	}
}
