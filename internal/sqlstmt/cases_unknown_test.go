package sqlstmt

// unknownCases are texts with parts that are not known, and lexical matters.
var unknownCases = []parseCase{
	// Parts that are not known.
	{"nothing is known", "\ufffc", []string{
		`? has-where where-open set-open`,
	}},
	{"table unknown", "UPDATE \ufffc SET a = ? WHERE id = ? AND version = ?", []string{
		`UPDATE has-where args=3`,
		`set a := P[?]#0`,
		`where id = P[?]#1`,
		`where version = P[?]#2`,
	}},
	{"schema unknown", "UPDATE \ufffc.locks AS \ufffc SET a = \ufffc WHERE \"\ufffc\".\"id\" = ?", []string{
		`UPDATE locks has-where args=1`,
		"set a := P[\ufffc]",
		`where id = P[?]`,
	}},
	{"table with a suffix", "UPDATE locks_%s SET a = 1, %s_at = now() WHERE `%s` = ? AND name = '%s'", []string{
		`UPDATE has-where args=1 calls=now`,
		`set a := L[1]`,
		`set  := T[now()]`,
		`where  = P[?]#0`,
		`where name = P['%s']`,
	}},
	{"table with a number", "SELECT * FROM jobs%d WHERE id = ? ORDER BY \ufffc LIMIT \ufffc", []string{
		`SELECT has-where limit args=1`,
		`where id = P[?]#0`,
	}},
	{"glued table and condition", "DELETE FROM locks\ufffc", []string{
		`DELETE locks has-where where-open`,
	}},
	{"glued table name", "SELECT * FROM locks\ufffc WHERE a = 1", []string{
		`SELECT has-where`,
		`where a = L[1]`,
	}},
	{"condition unknown", "DELETE FROM locks \ufffc", []string{
		`DELETE locks has-where where-open`,
	}},
	{"condition behind WHERE", "UPDATE t SET a = 1 WHERE \ufffc", []string{
		`UPDATE t has-where where-open`,
		`set a := L[1]`,
	}},
	{"condition between", "UPDATE t SET a = 1 WHERE id = 1 AND \ufffc AND version = 2", []string{
		`UPDATE t has-where where-open`,
		`set a := L[1]`,
		`where id = L[1]`,
		`where version = L[2]`,
	}},
	{"condition behind", "UPDATE t SET a = ? WHERE id = ?\ufffc LIMIT 1", []string{
		`UPDATE t has-where where-open limit args=2`,
		`set a := P[?]#0`,
		`where id = P[?]#1`,
	}},
	{"condition in front", "UPDATE t SET a = ? WHERE \ufffcversion = ?", []string{
		`UPDATE t has-where where-open args=2`,
		`set a := P[?]#0`,
		`where version = P[?]`,
	}},
	{"alternative unknown", "UPDATE t SET a = ? WHERE id = ? AND (\ufffc OR version = ?)", []string{
		`UPDATE t has-where where-open args=3`,
		`set a := P[?]#0`,
		`where id = P[?]#1`,
		"where  ~ P[\ufffc] |1.1",
		`where version = P[?] |1.2`,
	}},
	{"operator unknown", `UPDATE t SET a = 1 WHERE version %s ?`, []string{
		`UPDATE t has-where where-open args=1`,
		`set a := L[1]`,
		`where version ~ P[?]`,
	}},
	{"comparison unknown", "UPDATE t SET a = 1 WHERE id = ? AND version\ufffc", []string{
		`UPDATE t has-where where-open args=1`,
		`set a := L[1]`,
		`where id = P[?]#0`,
		`where version ~ U[]`,
	}},
	{"behind a truth", "UPDATE t SET a = 1 WHERE TRUE \ufffc", []string{
		`UPDATE t has-where where-open`,
		`set a := L[1]`,
	}},
	{"column unknown", "SELECT id FROM t WHERE \ufffc = ? AND x IN \ufffc", []string{
		`SELECT t has-where args=1`,
		`where  = P[?]#0`,
		"where x IN P[\ufffc]",
	}},
	{"assignments unknown", "UPDATE t SET \ufffc WHERE id = ? \ufffc", []string{
		`UPDATE t has-where where-open set-open args=1`,
		`where id = P[?]`,
	}},
	{"assignment in front", "UPDATE t SET \ufffcversion = version + 1 WHERE id = ?", []string{
		`UPDATE t has-where set-open args=1`,
		`set version := S[version + 1]`,
		`where id = P[?]`,
	}},
	{"assignment behind", "UPDATE shipments SET version = version + 1\ufffc WHERE id = $1 AND version = $2", []string{
		`UPDATE shipments has-where set-open args=2`,
		`set version := S[version + 1]`,
		`where id = P[$1]#0`,
		`where version = P[$2]#1`,
	}},
	{"everything behind", "UPDATE t SET a = 1 \ufffc", []string{
		`UPDATE t has-where where-open set-open`,
		`set a := L[1]`,
	}},
	{"columns unknown", "INSERT INTO t (\ufffc) VALUES (\ufffc) ON CONFLICT DO NOTHING", []string{
		`INSERT t set-open`,
		`conflict nothing`,
	}},
	{"rows unknown", "INSERT INTO t (a, b) VALUES \ufffc", []string{
		`INSERT t`,
		`set a := U[]`,
		`set b := U[]`,
	}},
	{"conflict unknown", "INSERT INTO t (a, b) VALUES ($1, $2) \ufffc", []string{
		`INSERT t args=2`,
		`set a := P[$1]#0`,
		`set b := P[$2]#1`,
		`conflict unknown set-open where-open`,
	}},
	{"conflict action unknown", "INSERT INTO t (a, b) VALUES ($1, $2) ON CONFLICT (a) \ufffc", []string{
		`INSERT t args=2`,
		`set a := P[$1]#0`,
		`set b := P[$2]#1`,
		`conflict unknown (a) set-open where-open`,
	}},
	{"conflict columns unknown", "INSERT INTO t (a, b) VALUES ($1, $2) ON CONFLICT (a) DO UPDATE SET \ufffc", []string{
		`INSERT t args=2`,
		`set a := P[$1]#0`,
		`set b := P[$2]#1`,
		`conflict update (a) set-open where-open`,
	}},
	{"verb unknown", "\ufffc WHERE id = ? AND version = ?", []string{
		`? has-where set-open args=2`,
		`where id = P[?]`,
		`where version = P[?]`,
	}},
	{"insert or replace", "\ufffc INTO t (a) VALUES (?)", []string{
		`INSERT t args=1`,
		`set a := P[?]`,
		`conflict unknown set-open where-open`,
	}},
	{"comment unknown", "\ufffc UPDATE t SET a = 1 WHERE id = ?", []string{
		`UPDATE t has-where args=1`,
		`set a := L[1]`,
		`where id = P[?]`,
	}},
	{"numbers made by Sprintf", "UPDATE t SET a = $%d WHERE id = $\ufffc AND b = :%s AND c = @p%d", []string{
		`UPDATE t has-where`,
		`set a := P[$%d]`,
		"where id = P[$\ufffc]",
		`where b = P[:%s]`,
		`where c = P[@p%d]`,
	}},
	{"shell style", `UPDATE t SET a = ${a} WHERE id = {{.ID}} AND version = %[2]d`, []string{
		`UPDATE t has-where`,
		`set a := P[${a}]=a`,
		`where id = P[{{.ID}}]`,
		`where version = P[%[2]d]`,
	}},
	{"placeholders of bun", `UPDATE ?TableName AS ?TableAlias SET a = ?0 WHERE ?TablePKs AND b = ?1`, []string{
		`UPDATE has-where where-open args=2`,
		`set a := P[?0]#0`,
		`where b = P[?1]#1`,
	}},

	// Dialects and lexical matters.
	{"sqlc", `-- name: SetDone :exec
UPDATE jobs SET done = true -- the flag
WHERE id = $1; -- end`, []string{
		`UPDATE jobs has-where args=1`,
		`set done := L[true]`,
		`where id = P[$1]#0`,
	}},
	{"comments", `UPDATE t /* a ? */ SET a = 'it''s', b = E'x\'y', c = 'p:q ? $1 -- no' WHERE id = ? /* /* c */ ? */ AND v = ? # tail ?`, []string{
		`UPDATE t has-where args=2`,
		`set a := L['it''s']`,
		`set b := L[E'x\'y']`,
		`set c := L['p:q ? $1 -- no']`,
		`where id = P[?]#0`,
		`where v = P[?]#1`,
	}},
	{"standard backslash", `UPDATE t SET a = 'back\' WHERE id = ?`, []string{
		`UPDATE t has-where args=1`,
		`set a := L['back\']`,
		`where id = P[?]#0`,
	}},
	{"MySQL backslash", `UPDATE t SET a = 'it\'s' WHERE id = ?`, []string{
		`UPDATE t has-where args=1`,
		`set a := L['it\'s']`,
		`where id = P[?]#0`,
	}},
	{"escape of LIKE", `SELECT * FROM t WHERE name LIKE ? ESCAPE '\' AND b = ?`, []string{
		`SELECT t has-where args=2`,
		`where name LIKE P[? ESCAPE '\']#0`,
		`where b = P[?]#1`,
	}},
	{"dollar quotes", `UPDATE t SET a = $x$ it's $1 $x$, b = $$?$$ WHERE id = $1`, []string{
		`UPDATE t has-where args=1`,
		`set a := L[$x$ it's $1 $x$]`,
		`set b := L[$$?$$]`,
		`where id = P[$1]#0`,
	}},
	{"double quoted string", `UPDATE t SET a = ? WHERE status = "open" AND id = ?`, []string{
		`UPDATE t has-where args=2`,
		`set a := P[?]#0`,
		`where status = L["open"]`,
		`where id = P[?]#1`,
	}},
	{"temporary table", `DELETE FROM #jobs WHERE id = @p1`, []string{
		`DELETE #jobs has-where args=1`,
		`where id = P[@p1]#0=p1`,
	}},
	{"parenthesised union", `(SELECT id FROM a WHERE x = 1) UNION (SELECT id FROM b WHERE y = 1)`, []string{
		`SELECT a has-where`,
		`where x = L[1]`,
	}},
	{"subselect in FROM", `SELECT * FROM (SELECT id FROM t WHERE a = 1 FOR UPDATE) x WHERE x.id = 1`, []string{
		`SELECT has-where for-update`,
		`where id = L[1]`,
	}},
	{"comparison of a subselect", `UPDATE t SET a = 1 WHERE (SELECT count(*) FROM x WHERE y = 2) = 0 AND version = ?`, []string{
		`UPDATE t has-where args=1 calls=count`,
		`set a := L[1]`,
		`where  = L[0]`,
		`where version = P[?]#0`,
	}},
	{"ODBC and others", `CALL take_lock(?, ?)`, []string{
		`OTHER args=2 calls=take_lock`,
	}},
	{"several statements", `SET NOCOUNT ON; UPDATE t SET a = 1 WHERE id = @p1; SELECT @@ROWCOUNT`, []string{
		`OTHER args=1`,
		`rest {UPDATE t has-where args=1; set a := L[1]; where id = P[@p1]#0=p1}`,
		`rest {SELECT args=1}`,
	}},
	{"without semicolons", `BEGIN TRAN UPDATE t SET a = 1 WHERE id = 2 COMMIT TRAN`, []string{
		`OTHER`,
		`rest {UPDATE t has-where; set a := L[1]; where id = L[2]}`,
	}},
	{"clauses without a verb", `SET a = ?, b = b + 1 WHERE id = ?`, []string{
		`? has-where args=2`,
		`set a := P[?]#0`,
		`set b := S[b + 1]`,
		`where id = P[?]#1`,
	}},
	{"bare condition", `id = ? AND version = ?`, []string{
		`? has-where args=2`,
		`where id = P[?]#0`,
		`where version = P[?]#1`,
	}},
	{"lock table", `LOCK TABLE jobs IN EXCLUSIVE MODE`, []string{
		`OTHER jobs`,
	}},
	{"truncate", `TRUNCATE a.b`, []string{
		`OTHER b`,
	}},
	{"setting", `SET @@SESSION.lock_wait_timeout = 5`, []string{
		`OTHER`,
	}},
	{"table named table", `DELETE FROM table WHERE table.a = ?`, []string{
		`DELETE table has-where args=1`,
		`where a = P[?]#0`,
	}},
	{"arrays for IN", `DELETE FROM t WHERE id = ANY(ARRAY(SELECT id FROM u LIMIT 5)) AND k IN UNNEST(@keys)`, []string{
		`DELETE t has-where limit calls=unnest`,
		`where id IN Q[ARRAY(SELECT id FROM u LIMIT 5)]{SELECT u limit}`,
		`where k IN P[@keys]=keys`,
	}},
	{"unfinished", `INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = 1 WHERE`, []string{
		`INSERT t has-where where-open args=1`,
		`set a := P[$1]#0`,
		`conflict update (a) where-open`,
		`conflict set b := L[1]`,
	}},
	{"no SQL", `hello world`, []string{
		`?`,
	}},
}
