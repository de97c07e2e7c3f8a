package origin

import "testing"

func TestContexts(t *testing.T) {
	testOrigins(t, []originCase{
		{"Background", `func f() { use(context.Background()) }`, `ctx:context.Background()`},
		{"TODO", `func f() { use(context.TODO()) }`, `ctx:context.TODO()`},
		{"parameter", `func f(ctx context.Context) { use(ctx) }`, `ctx#0`},
		{"WithoutCancel", `func f(ctx context.Context) { use(context.WithoutCancel(ctx)) }`, `ctx:context.WithoutCancel(ctx#0)`},
		{"WithCancel", `func f(ctx context.Context) { c, cancel := context.WithCancel(ctx); defer cancel(); use(c) }`, `ctx:cancel(ctx#0)`},
		{"WithTimeout of Background", `func f() { c, cancel := context.WithTimeout(context.Background(), 1); defer cancel(); use(c) }`, `ctx:cancel(ctx:context.Background())`},
		{"WithValue", `func f(ctx context.Context) { use(context.WithValue(ctx, 1, 2)) }`, `ctx:derived(ctx#0)`},
		{"of a request", `func f(r *http.Request) { use(r.Context()) }`, `ctx:Request.Context()(r#0)`},
		{"helper that detaches", `func own(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }
			func f(c context.Context) { use(own(c)) }`, `ctx:context.WithoutCancel(c#0)`},
		{"helper that makes a root", `func root() (context.Context, context.CancelFunc) { return context.WithTimeout(context.Background(), time.Second) }
			func f() { c, cancel := root(); defer cancel(); use(c) }`, `ctx:cancel(ctx:context.Background())`},
		{"helper that keeps", `func own(ctx context.Context) context.Context { return context.WithValue(ctx, 1, 2) }
			func f(c context.Context) { use(own(c)) }`, `ctx:derived(c#0)`},
		{"helper that is not seen through", `type tracer interface{ Start(context.Context) context.Context }
			func f(t tracer, c context.Context) { use(t.Start(c)) }`, `ctx:derived(c#1)`},
		{"group", `type group struct{ cancel func() }
			func WithContext(ctx context.Context) (*group, context.Context) { c, cancel := context.WithCancel(ctx); return &group{cancel}, c }
			func f(c context.Context) { _, c = WithContext(c); use(c) }`, `ctx:cancel(c#0)`},
		{"kept in a field", `type s struct{ ctx context.Context }; func (s *s) f() { use(s.ctx) }`, `s#0.ctx`},
		{"captured", `func f(ctx context.Context) { c, cancel := context.WithCancel(ctx); go func() { defer cancel(); use(c) }() }`, `ctx:cancel(ctx#0)`},
		{"nil becomes Background", `func f(ctx context.Context) { if ctx == nil { ctx = context.Background() }; use(ctx) }`, `(ctx#0|ctx:context.Background())`},
	})
}

func TestRoot(t *testing.T) {
	for _, c := range []struct {
		name, src, root string
		detached        bool
	}{
		{"parameter", `func f(c context.Context) { use(context.WithValue(c, 1, 2)) }`, `c#0`, false},
		{"Background", `func f() { c, _ := context.WithCancel(context.Background()); use(c) }`, `ctx:context.Background()`, true},
		{"WithoutCancel", `func f(c context.Context) { use(context.WithValue(context.WithoutCancel(c), 1, 2)) }`, `ctx:context.WithoutCancel(c#0)`, true},
		{"request", `func f(r *http.Request) { use(context.WithValue(r.Context(), 1, 2)) }`, `ctx:Request.Context()(r#0)`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := build(t, c.src)
			root, detached := Root(p.res.Of(p.the()))
			if got := dump(root); got != c.root || detached != c.detached {
				t.Errorf("got %s, %v; want %s, %v", got, detached, c.root, c.detached)
			}
		})
	}
	if root, detached := Root(nil); root != nil || detached {
		t.Errorf("Root(nil) = %v, %v", root, detached)
	}
}
