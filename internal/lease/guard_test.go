package lease

import (
	"testing"

	"github.com/leasevet/leasevet/internal/sqlstmt"
)

func TestGuardOf(t *testing.T) {
	hole := string(sqlstmt.Hole)
	for _, c := range []struct {
		sql   string
		guard Guard
		col   string
	}{
		// Nothing refuses an older holder.
		{"UPDATE orders SET total = ? WHERE id = ?", Unguarded, ""},
		{"UPDATE orders SET total = ?", Unguarded, ""},
		{"UPDATE orders SET fence = ? WHERE id = ?", Unguarded, ""}, // stored, not compared
		{"UPDATE orders SET version = version + 1, total = ? WHERE id = ?", Unguarded, ""},
		{"UPDATE orders SET total = ? WHERE id = ? AND tenant = ?", Unguarded, ""},
		{"UPDATE orders SET total = ? WHERE id = ? AND created_at > ?", Unguarded, ""},
		{"INSERT INTO t (id, v) VALUES (?, ?) ON DUPLICATE KEY UPDATE v = VALUES(v)", Unguarded, ""},
		{"INSERT INTO t (id, v) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET v = EXCLUDED.v", Unguarded, ""},
		{"REPLACE INTO t (id, v) VALUES (?, ?)", Unguarded, ""},
		{"UPDATE t SET a = ?, n = n + 1 WHERE id = ?", Unguarded, ""},

		// A fencing token, version, generation, epoch or owner is compared.
		{"UPDATE t SET v = ?, fence = ? WHERE id = ? AND fence < ?", Fenced, "fence"},
		{"UPDATE t SET v = ?, fence = ? WHERE id = ? AND fence <= ?", Fenced, "fence"},
		{"UPDATE t SET v = $1, version = version + 1 WHERE id = $2 AND version = $3", Fenced, "version"},
		{"UPDATE t SET v = $1 WHERE id = $2 AND t.generation = $3", Fenced, "generation"},
		{"UPDATE t SET v = $1 WHERE id = $2 AND lease_epoch = $3", Fenced, "lease_epoch"},
		{"UPDATE t SET v = $1 WHERE id = $2 AND doc_version = $3", Fenced, "doc_version"},
		{"UPDATE jobs SET result = ? WHERE id = ? AND locked_by = ?", Fenced, "locked_by"},
		{"UPDATE jobs SET result = ? WHERE id = ? AND worker_id = ?", Fenced, "worker_id"},
		{"UPDATE t SET v = ?, updated_at = ? WHERE id = ? AND updated_at = ?", Fenced, "updated_at"},
		{"INSERT INTO t (id, v, fence) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET v = EXCLUDED.v, fence = EXCLUDED.fence WHERE t.fence < EXCLUDED.fence", Fenced, "fence"},
		{"INSERT INTO t (id, v, fence) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE v = IF(fence < VALUES(fence), VALUES(v), v)", Fenced, "fence"},
		{"UPDATE l SET owner = ? WHERE name = ? AND (owner IS NULL OR expires_at < now())", StateFlip, "owner"},
		{"UPDATE t SET v = ? WHERE id = ? AND (owner IS NULL OR expires_at < now())", Fenced, ""},
		{"UPDATE t SET v = ? WHERE id = ? AND (owner = ? OR tenant = ?)", Unguarded, ""},

		// A version that is a part of the row's name, and one that is not.
		{"UPDATE keys SET pem = ? WHERE authority_id = ? AND version = ?", Unguarded, ""},
		{"UPDATE docs SET body = ? WHERE id = ? AND version = ?", Fenced, "version"},
		{"UPDATE docs SET body = ?, version = ? WHERE tenant_id = ? AND version = ?", Fenced, "version"},
		{"UPDATE docs SET body = ? WHERE tenant_id = ? AND version < ?", Fenced, "version"},
		{"UPDATE docs SET body = ? WHERE tenant_id = ? AND xmin = ?", Fenced, "xmin"},

		// The predicate compares what the statement sets.
		{"UPDATE t SET status = 'done' WHERE id = ? AND status = 'pending'", StateFlip, "status"},
		{"UPDATE t SET status = ? WHERE id = ? AND status IN ('a', 'b')", StateFlip, "status"},
		{"UPDATE t SET paid_at = now() WHERE id = ? AND paid_at IS NULL", StateFlip, "paid_at"},
		{"UPDATE t SET status = 'done' WHERE id = ? AND status <> 'done'", StateFlip, "status"},
		{"UPDATE stock SET qty = qty - 1 WHERE sku = ? AND qty > 0", StateFlip, "qty"},
		{"UPDATE t SET value = ? WHERE id = ? AND status = 'pending'", Unguarded, ""}, // compares what it does not set

		// Conditions that storage evaluates.
		{"UPDATE t SET v = ? WHERE id = ? IF v = ?", StateFlip, "v"},
		{"UPDATE t SET v = ? WHERE id = ? IF EXISTS", Conditional, ""},
		{"UPDATE t SET v = ? WHERE id = ? AND EXISTS (SELECT 1 FROM l WHERE l.owner = ?)", Conditional, ""},

		// Replaces nothing newer.
		{"INSERT INTO t (id, v) VALUES (?, ?)", InsertOnly, ""},
		{"INSERT INTO t (id) VALUES ($1) ON CONFLICT DO NOTHING", InsertOnly, ""},
		{"INSERT IGNORE INTO t (id) VALUES (?)", InsertOnly, ""},
		{"INSERT INTO t (id, v) VALUES (?, ?) IF NOT EXISTS", InsertOnly, ""},
		{"DELETE FROM t WHERE id = ?", Deletes, ""},
		{"UPDATE t SET deleted_at = now(), updated_at = now() WHERE id = ?", Deletes, ""},
		{"UPDATE t SET is_deleted = TRUE WHERE id = ?", Deletes, ""},
		{"UPDATE t SET deleted_at = NULL WHERE id = ?", Unguarded, ""}, // brings it back
		{"UPDATE t SET cipher = NULL, aad = NULL, allowed = FALSE WHERE id = ?", Deletes, ""},
		{"UPDATE t SET error = NULL, state = NULL WHERE id = ?", Unguarded, ""},
		{"UPDATE t SET deleted_at = now(), owner = ? WHERE id = ?", Unguarded, ""},
		{"UPDATE t SET hits = hits + 1 WHERE id = ?", Metric, ""},
		{"INSERT INTO t (id, n) VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET n = t.n + 1", Metric, ""},

		// What is not known may hold the guard.
		{"UPDATE t SET v = ? WHERE id = ? " + hole, Unclear, ""},
		{"UPDATE t SET v = ? WHERE id = ? AND version = ? " + hole, Fenced, "version"},
		{"UPDATE t SET " + hole + " WHERE id = ?", Unclear, ""},
		{"SELECT v FROM t WHERE id = ?", Unclear, ""},
		{hole, Unclear, ""},
		{"", Unclear, ""},
	} {
		st := sqlstmt.Parse(c.sql)
		if g, col := guardOf(&st); g != c.guard || col != c.col {
			t.Errorf("%s\n\tgot %d %q, want %d %q", c.sql, g, col, c.guard, c.col)
		}
	}
}
