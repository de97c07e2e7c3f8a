// Package declarations declares what cannot be.
package declarations

import "context"

type Client struct{ addr string }

type options struct{ Name string }

//leasevet:acquire key=nam // want leasevetdirective "TryLock has no parameter \"nam\": it has ctx, name, opts"
func (c *Client) TryLock(ctx context.Context, name string, opts options) (bool, error) {
	return true, nil
}

//leasevet:release key=3 // want leasevetdirective "Unlock has no parameter 3: there are 2, 0 to 1"
func (c *Client) Unlock(ctx context.Context, name string) error { return nil }

//leasevet:renew key=ctx // want leasevetdirective "the parameters of \"Renew\\(key, _\\) error\" are not those of Renew"
func (c *Client) Renew(ctx context.Context, name string) error { return nil }

//leasevet:acquire key=opts.Nam // want leasevetdirective "parameter 1 of Field.* which has no field Nam"
func Field(ctx context.Context, opts options) error { return nil }

//leasevet:acquire key=name.Text // want leasevetdirective "parameter name of Plain has no fields"
func Plain(ctx context.Context, name string) error { return nil }

//leasevet:release // want leasevetdirective "Keyless has neither a key nor a receiver: say key=PARAM"
func Keyless(ctx context.Context, name string) error { return nil }

//leasevet:acquire name // want leasevetdirective "\"name\" says nothing of a parameter: write ROLE=PARAM"
func Bare(ctx context.Context, name string) error { return nil }

//leasevet:acquire kee=name // want leasevetdirective "\"kee=name\" says nothing of a parameter"
func Role(ctx context.Context, name string) error { return nil }

//leasevet:acquire key=name unconditional // want leasevetdirective "\"unconditional\" says nothing of a parameter"
func Unconditional(ctx context.Context, name string) error { return nil }

//leasevet:acquire key=name ttl=name // want leasevetdirective "named twice"
func Twice(ctx context.Context, name string) error { return nil }

//leasevet:acquire key=name
//leasevet:release key=name // want leasevetdirective "Both cannot do two things to a lock"
func Both(ctx context.Context, name string) error { return nil }

//leasevet:acquire key=addr // want leasevetdirective "does not stand at the declaration of a function"
var addr = "lock.example"

//leasevet:acquire key=name // silent: a method, and its key
func (c *Client) Lock(ctx context.Context, name string) error { return nil }
