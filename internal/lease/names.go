package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/pattern"
)

// What a name says. A name alone is never evidence of a lock; together with a
// matching key or column it tells a lock from a cache, a fencing token from
// data. The lists hold the words seen in real schemas and code.

var (
	lockWord = pattern.New(`(?i)(lock|mutex|lease|leader|semaphore|mutual|exclusive|singleton)`)
	// not locks although the word is inside: block, clock, blocked, release_notes
	// nor is a function a lock's that says of a lock that its caller holds it
	notLock   = pattern.New(`(?i)((while)?_?holding_?(the)?_?(lock|mutex|lease)|(lock|mutex|lease)_?(is)?_?held|\bb?block|unblock|clock|flock|blacklist|blocklist|please|release[-_ ]?note|leaderboard|leader_board|headline)`)
	lockTable = pattern.New(`(?i)(^|_)(locks?|locking|leases?|leaders?|mutex(es)?|semaphores?|leader_election|elections?)($|_)`)
)

// lockishName reports whether a key, type or function name speaks of a lock.
func lockishName(s string) bool {
	if s == "" {
		return false
	}
	return lockWord.MatchString(notLock.ReplaceAllString(s, ""))
}

// lockishTable reports whether a table or collection holds lock records.
func lockishTable(s string) bool {
	if s == "" {
		return false
	}
	snake := snakeCase(s)
	return lockTable.MatchString(snake) && !strings.Contains(snake, "leaderboard") && !strings.Contains(snake, "unlock")
}

func snakeCase(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r >= 'A' && r <= 'Z' {
			if i > 0 && (lower(s[i-1]) || i+2 < len(s) && s[i-1] >= 'A' && s[i-1] <= 'Z' && lower(s[i+1]) && lower(s[i+2])) {
				b.WriteByte('_') // userID, and DBLock: the last letter of a run begins a word
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func lower(c byte) bool { return c >= 'a' && c <= 'z' }

// fenceColumns grow with each write or acquisition: storage can order them.
var fenceColumns = map[string]bool{
	"version": true, "ver": true, "rev": true, "revision": true, "generation": true, "gen": true, "epoch": true,
	"fence": true, "fencing_token": true, "fence_token": true, "fencing": true, "lock_version": true, "row_version": true,
	"rowversion": true, "etag": true, "e_tag": true, "term": true, "seq": true, "sequence": true, "seen": true,
	"resource_version": true, "optimistic_lock": true, "opt_lock": true, "mod_count": true, "modify_index": true,
	"modindex": true, "record_version": true, "record_version_number": true, "rvn": true, "_rev": true, "_version": true,
	"__v": true, "lease_epoch": true, "mod_revision": true, "cas": true, "last_seq": true, "xmin": true,
}

func fenceColumn(c string) bool {
	c = leaf(c)
	if fenceColumns[c] {
		return true
	}
	for _, suffix := range []string{"_version", "_revision", "_generation", "_epoch", "_fence", "_rev", "_fencing_token", "_etag"} {
		if strings.HasSuffix(c, suffix) {
			return true
		}
	}
	return false
}

// ownerColumns name the holder of a claim or lock.
var ownerColumns = map[string]bool{
	"owner": true, "owner_id": true, "owner_token": true, "holder": true, "holder_id": true, "holder_identity": true,
	"locked_by": true, "lock_owner": true, "lock_holder": true, "lock_token": true, "lock_id": true, "lockid": true,
	"locker": true, "locker_id": true, "claimed_by": true, "claim_token": true, "claim_id": true, "claimed_at": true, "leased_by": true,
	"lease_owner": true, "lease_holder": true, "lease_id": true, "lease_token": true, "leader": true, "leader_id": true,
	"worker": true, "worker_id": true, "processor_id": true, "instance_id": true, "instance": true, "node_id": true,
	"token": true, "nonce": true, "session": true, "session_id": true, "acquired_by": true, "reserved_by": true,
	"taken_by": true, "held_by": true, "processing_by": true, "picked_by": true, "assigned_worker": true, "runner_id": true,
	"identity": true, "uuid": true, "lock_acquired_by": true, "lock_key": true, "acquired_at": true, "locked_until": true, "operation_id": true, "opid": true, "replset_node": true,
}

func ownerColumn(c string) bool {
	c = leaf(c)
	return ownerColumns[c] || strings.HasPrefix(c, "owner_") || strings.HasSuffix(c, "_owner") || strings.HasSuffix(c, "_holder")
}

// claimColumns are the owner columns that no plain schema uses as a key or a
// namespace: they speak of a claim even without a lock table.
func claimColumn(c string) bool {
	c = leaf(c)
	for _, w := range []string{"locked_by", "lock_owner", "lock_holder", "lock_token", "claimed_by", "claim_token", "claim_id",
		"leased_by", "lease_owner", "lease_holder", "lease_token", "lease_id", "holder", "holder_id", "holder_identity", "held_by",
		"acquired_by", "lock_acquired_by", "leader_id", "locker", "locker_id", "lockid", "lock_id", "processor_id"} {
		if c == w {
			return true
		}
	}
	return false
}

var expiryWord = pattern.New(`(?i)(expir|until|ttl|deadline|valid_to|heartbeat|renew|last_seen|lease_end|(^|_)hb($|_)|locked_at|lock_time|keepalive|refreshed)`)

func expiryColumn(c string) bool { return expiryWord.MatchString(leaf(c)) }

var stateWord = pattern.New(`(?i)(status|state|phase|stage|_at$|^is_|done|processed|claimed|taken|used|locked|active|enabled|deleted|paid|sent)`)

func stateColumn(c string) bool { return stateWord.MatchString(leaf(c)) }

// leaf is the last part of a dotted document path, in snake case.
func leaf(c string) string {
	if i := strings.LastIndexByte(c, '.'); i >= 0 {
		c = c[i+1:]
	}
	return snakeCase(c)
}

// purposeName reports whether a function says by its name that it breaks a
// lock on purpose.
var purposeWord = pattern.New(`(^|_)(force|forced|steal|break|breaks|takeover|override|purge|flush|admin|clearall|cleanup|evict|gc|clear_all|reset_all|delete_all|unlock_all)(_|$)`)

func purposeName(s string) bool {
	if i := strings.LastIndexAny(s, "./"); i >= 0 {
		s = s[i+1:]
	}
	return purposeWord.MatchString(snakeCase(s))
}

// pairs are the names of the two ends of a lock, the acquiring one first.
var pairs = [][2]string{
	{"lock", "unlock"}, {"acquire", "release"}, {"obtain", "release"}, {"take", "drop"}, {"take", "release"}, {"enter", "leave"},
	{"enter", "exit"}, {"hold", "letgo"}, {"hold", "release"}, {"claim", "release"}, {"claim", "unclaim"}, {"grab", "release"},
	{"reserve", "release"}, {"lock", "release"}, {"acquire", "unlock"}, {"lock", "free"}, {"acquire", "free"}, {"obtain", "free"},
	{"campaign", "resign"}, {"elect", "resign"}, {"acquire", "renew"}, {"acquire", "extend"}, {"lock", "refresh"}, {"lock", "renew"},
	{"lock", "extend"}, {"acquire", "refresh"}, {"lock", "close"}, {"acquire", "close"}, {"lock", "touch"}, {"acquire", "heartbeat"},
	{"lock", "keepalive"}, {"obtain", "refresh"}, {"obtain", "extend"}, {"assign", "unassign"}, {"take", "renew"}, {"take", "extend"},
}

// pairNames reports whether two function names are the ends of a lock: the
// same stem around an acquiring and a releasing word.
func pairNames(acq, rel string) bool {
	a, r := plain(acq), plain(rel)
	for _, p := range pairs {
		if strings.Contains(r, p[1]) && strings.Contains(strings.ReplaceAll(a, "unlock", ""), p[0]) {
			sa := strings.Replace(a, p[0], "", 1)
			sr := strings.Replace(r, p[1], "", 1)
			if sa == sr || strings.HasPrefix(sa, sr) || strings.HasPrefix(sr, sa) || strings.Contains(sa, "try") {
				return true
			}
		}
	}
	return false
}

func plain(s string) string {
	if i := strings.LastIndexAny(s, "./"); i >= 0 {
		s = s[i+1:]
	}
	s = strings.ToLower(s)
	for _, w := range []string{"context", "ctx", "_", "with", "key"} {
		s = strings.ReplaceAll(s, w, "")
	}
	return s
}
