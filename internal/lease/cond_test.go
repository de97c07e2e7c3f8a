package lease

import (
	"testing"

	"github.com/leasevet/leasevet/internal/sqlstmt"
)

func TestCondOf(t *testing.T) {
	for _, test := range []struct {
		sql  string
		cond CondKind
		col  string
	}{
		{"UPDATE doc SET body = ?, version = version + 1 WHERE id = ? AND version = ?", CondFence, "version"},
		{"UPDATE vessels SET course = $3, fence = $2 WHERE id = $1 AND fence < $2", CondFence, "fence"},
		{"INSERT INTO p (ship, version) VALUES ($1, $2) ON CONFLICT (ship) DO UPDATE SET version = excluded.version WHERE p.version < excluded.version", CondFence, "version"},
		// Compared and not set: a condition beside the row's own id, a part of the key otherwise.
		{"UPDATE jobs SET state = 'done' WHERE id = $1 AND generation = $2", CondFence, "generation"},
		{"DELETE FROM subscriptions WHERE id = $1 AND version = $2", CondFence, "version"},
		{"DELETE FROM packages WHERE name = $1 AND version = $2", NoCond, ""},
		{"UPDATE objects SET size = $5 WHERE (project_id, bucket_name, object_key, version) = ($1, $2, $3, $4)", NoCond, ""},
		{"UPDATE triggers SET active = $1 WHERE project_id = $2 AND id = $3 AND version = $4", NoCond, ""},
		// Rows of a list that move up.
		{"UPDATE items SET seq = seq - 1 WHERE list_id = $1 AND seq > $2", NoCond, ""},
		{"UPDATE items SET position = position - 1 WHERE list_id = $1 AND position > $2", NoCond, ""},

		{"UPDATE jobs SET state = 'done', output = $3 WHERE id = $1 AND worker_id = $2", CondOwner, "worker_id"},
		{"UPDATE uploads SET leased_until = now() + interval '1 minute' WHERE id = $1 AND worker = $2", CondOwner, "worker"},
		{"UPDATE uploads SET leased_until = now() WHERE id = $1 AND worker = $2", NoCond, ""}, // a release, by its clock
		{"UPDATE uploads SET heartbeat_at = now() WHERE id = $1 AND worker = $2", CondOwner, "worker"},
		{"UPDATE payouts SET claimed_by = $2 WHERE id = $1 AND claimed_by IS NULL", CondOwner, "claimed_by"},
		{"UPDATE outbox SET claimed_by = $1 WHERE claimed_by IS NULL", NoCond, ""},
		{"UPDATE docs SET title = $1 WHERE id = $2 AND owner_id = $3", NoCond, ""}, // permission, not a claim
		{"UPDATE moorings SET expires_at = $3 WHERE name = $1 AND lock_id = $2", CondOwner, "lock_id"},
		{"UPDATE boot_lock SET server = $1 WHERE lock_id = $2 AND lock_key = $3", NoCond, ""}, // which lock it is
		// Releases.
		{"UPDATE sync_locks SET locked = false WHERE name = $1 AND owner = $2", NoCond, ""},
		{"UPDATE jobs SET state = 'queued', worker_id = NULL WHERE id = $1 AND worker_id = $2", NoCond, ""},
		{"UPDATE jobs SET output = $3, locked_by = NULL WHERE id = $1 AND locked_by = $2", CondOwner, "locked_by"},

		{"UPDATE stock SET qty = qty - 1 WHERE sku = $1 AND qty > 0", CondGuard, "qty"},
		{"UPDATE stock SET reserved = reserved + $2 WHERE sku = $1 AND qty - reserved >= $2", CondGuard, "reserved"},
		{"UPDATE goods SET stock = ? WHERE goods_id = ? AND stock >= ?", CondGuard, "stock"},
		{"UPDATE coupons SET used = used + 1 WHERE id = ? AND used < quota", CondGuard, "used"},

		{"UPDATE payouts SET status = 'paying' WHERE id = $1 AND status = 'approved'", CondClaim, "status"},
		{"UPDATE payouts SET paid = true WHERE id = $1 AND paid <> true", CondClaim, "paid"},
		{"UPDATE orders SET status = 'x' WHERE order_id = $1 AND status = 'y'", CondClaim, "status"},
		{"UPDATE orders SET status = 'x' WHERE user_id = $1 AND status = 'y'", NoCond, ""}, // any number of rows
		{"UPDATE users SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL", NoCond, ""},
		{"UPDATE users SET name = $1 WHERE id = $2", NoCond, ""},
	} {
		st := sqlstmt.Parse(test.sql)
		if cond, col := condOf(&st); cond != test.cond || col != test.col {
			t.Errorf("%s\n\tgot %d %q, want %d %q", test.sql, cond, col, test.cond, test.col)
		}
	}
}
