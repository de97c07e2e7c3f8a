package sqlstmt

import "strings"

// tokenKind is the lexical class of a token.
type tokenKind uint8

const (
	word   tokenKind = iota // an unquoted name or keyword
	quoted                  // "x", `x` or [x]
	str                     // 'x', E'x', $$x$$
	number                  // 12, 1.5e3, 0x1F, and CQL's 30s
	holder                  // a placeholder of some driver: ? $1 :name @p1
	hole                    // a part that is not known: Hole, %s, {{…}}, ${…}
	op                      // everything else
)

// Properties of a token.
const (
	withHole = 1 << iota // a name or string that has a hole inside
	glued                // no white space in front of it
	scalar               // a hole that is one number or string (%d, %q): never a clause
	dquoted              // quoted by ", which MySQL reads as a string
	ordered              // a placeholder that counts: plain ?
)

// token is one lexeme; its text stays in the source, which keeps it small.
type token struct {
	kind     tokenKind
	flags    uint8
	pos, end int32
	arg      int32  // argument index of a placeholder, or -1
	kw       string // the keyword that a word is, in upper case, or ""
}

func (t *token) is(flag uint8) bool { return t.flags&flag != 0 }

// keywords are the words that any part of this package asks for. Most of them
// may name a column as well, so a keyword only means something in its place.
var keywords = makeSet(`
	ABORT ALL ALLOW ALTER ANALYZE AND ANTI ANY APPLY ARRAY AS ASC AT ATTACH BATCH BEGIN BETWEEN BINARY BY
	CALL CASE CAST CHECKPOINT CLOSE CLUSTER COLLATE COMMENT COMMIT CONFLICT CONSTRAINT CONTAINS
	COPY COUNTER CREATE CROSS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DATE DEALLOCATE DECLARE
	DEFAULT DELAYED DELETE DESC DESCRIBE DETACH DISCARD DISTINCT DIV DO DROP DUPLICATE ELSE END ESCAPE
	EXCEPT EXEC EXECUTE EXISTS EXPLAIN EXTRACT FAIL FALSE FETCH FIRST FLUSH FOR FORCE FROM FULL GLOB GO GRANT
	GROUP HAVING HIGH_PRIORITY IF IGNORE ILIKE IN INDEX INNER INSERT INTERSECT INTERVAL INTO IS
	ISNULL JOIN JSON KEY KILL LATERAL LEFT LIKE LIMIT LISTEN LOAD LOCALTIME LOCALTIMESTAMP LOCK LOCKED
	LOW_PRIORITY MATCH MATCHED MATERIALIZED MERGE MINUS MOD NATURAL NEXT NO NOT NOTHING NOTIFY NOTNULL NOWAIT
	NULL OFFSET ON ONLY OPTIMIZE OPTION OR ORDER OUTER OUTPUT OVERRIDING OVERWRITE PARTITION PERFORM PRAGMA PREPARE
	PRINT QUICK RAISERROR READPAST REASSIGN RECURSIVE REFRESH REGEXP REINDEX RELEASE RENAME REPLACE
	RESET RETURN RETURNING REVOKE RIGHT RLIKE ROLLBACK ROW ROWS SAVEPOINT SCHEMA SELECT SEMI SEPARATOR SEQUENCE SET SHARE
	SHOW SIMILAR SKIP SOME SOURCE START STRAIGHT_JOIN SYSDATE SYSTIMESTAMP TABLE TABLES TABLESAMPLE TARGET THEN TIME TIMESTAMP
	TO TOP TRAN TRANSACTION TRUE TRUNCATE TTL UNION UNIQUE UNKNOWN UNLISTEN UNLOCK UNLOGGED UNNEST UPDATE UPDLOCK UPSERT USE
	USING VACUUM VALUE VALUES VIEW WAITFOR WHEN WHERE WHILE WINDOW WITH XLOCK XOR ZONE`)

// reserved are the keywords that cannot be a column inside an expression.
var reserved = makeSet(`
	ALL AND ANY ARRAY AS ASC BETWEEN BINARY BY CASE CAST COLLATE CROSS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP
	DEFAULT DELETE DESC DISTINCT DIV ELSE END ESCAPE EXCEPT EXISTS FALSE FOR FROM FULL GLOB GROUP HAVING ILIKE
	IN INNER INSERT INTERSECT INTERVAL INTO IS ISNULL JOIN LEFT LIKE LIMIT LOCALTIME LOCALTIMESTAMP NATURAL NOT NOTNULL NULL
	ON OR ORDER RETURNING RIGHT RLIKE REGEXP ROW SELECT SET SIMILAR SOME SYSDATE SYSTIMESTAMP THEN TRUE UNION UPDATE USING
	VALUES WHEN WHERE XOR`)

func makeSet(words string) map[string]string {
	set := map[string]string{}
	for _, w := range strings.Fields(words) {
		set[w] = w
	}
	return set
}

// keyword returns the keyword that w spells, or "", without allocating.
func keyword(w string) string {
	var buf [17]byte
	if len(w) > len(buf) {
		return ""
	}
	for i := 0; i < len(w); i++ {
		c := w[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		buf[i] = c
	}
	return keywords[string(buf[:len(w)])]
}

// endsOperand reports whether t can be the last token of an operand.
func endsOperand(t *token, src string) bool {
	switch t.kind {
	case word:
		switch t.kw {
		case "END", "NULL", "TRUE", "FALSE", "DEFAULT", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP",
			"LOCALTIME", "LOCALTIMESTAMP", "SYSDATE", "SYSTIMESTAMP", "ISNULL", "NOTNULL":
			return true
		}
		return reserved[t.kw] == ""
	case op:
		c := src[t.end-1]
		return c == ')' || c == ']' || c == '}'
	}
	return true
}

// startsOperand reports whether an operand can begin at i.
func (p *parser) startsOperand(i, hi int) bool {
	if i >= hi {
		return false
	}
	t := &p.toks[i]
	switch t.kind {
	case word:
		switch t.kw {
		case "CASE", "EXISTS", "NOT", "NULL", "TRUE", "FALSE", "CAST", "ARRAY", "INTERVAL", "ROW", "ISNULL", "LEFT", "RIGHT":
			return true
		}
		return reserved[t.kw] == "" || endsOperand(t, p.src)
	case op:
		return p.isOp(i, "(")
	}
	return true
}
