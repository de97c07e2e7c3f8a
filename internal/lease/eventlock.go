package lease

import (
	"strings"

	"github.com/leasevet/leasevet/internal/origin"
	"github.com/leasevet/leasevet/internal/pattern"
)

// onceLock reports whether a lock is on the identity of what is being handled, an
// event or a message: it only keeps the same event from being handled twice, and
// two holders would write the same.
func (m *Model) onceLock(a *Op) bool {
	once := false
	origin.Walk(a.Key, func(v *origin.Value) bool {
		switch v.Kind {
		case origin.Field:
			owner := v.Type[strings.LastIndexByte(v.Type, '.')+1:]
			once = once || eventID.MatchString(v.Text) || plainID.MatchString(v.Text) && eventType.MatchString(owner)
		case origin.Const:
			once = once || onceWord.MatchString(v.Text)
		}
		return !once
	})
	return once
}

var (
	plainID   = pattern.New(`^(ID|Id|UID|UUID|Uid|Uuid|Key)$`)
	eventType = pattern.New(`(Event|Message|Msg|Interaction|Webhook|Delivery|Notification|Callback|Envelope)s?$`)
	eventID   = pattern.New(`^(Event|Message|Msg|Interaction|Webhook|Delivery|Notification|Callback)(ID|Id|UUID|Uuid)$`)
	onceWord  = pattern.New(`(?i)(dedup|idempot|processed[:_-])`)
)
