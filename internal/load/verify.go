package load

import (
	"crypto/sha256"
	"errors"
	"go/types"
	"slices"

	"github.com/leasevet/leasevet/internal/cache"
)

// A Verification is a question about the types of one package, which need not
// be one that is analysed: does it have what the configuration says of it?
type Verification struct {
	Path     string
	Question string // what is asked, for the cache
	// Check is given the package's types. Its error ends the run.
	Check func(*types.Package) error
	// Missing is the error for a package that does not exist; nil if that is none.
	Missing error
}

// verified is what the cache keeps of a verification that went well.
type verified struct{ OK bool }

func verificationKey(n *node, v Verification) cache.Key {
	return sha256.Sum256(slices.Concat([]byte("verify "+v.Question+" "), n.key[:]))
}

// wantVerified marks the packages whose types must be known in this run. Where
// the same question was answered before, the answer stands.
func (l *loader) wantVerified() {
	for _, v := range l.Verify {
		n := l.find(v.Path)
		if n == nil || l.Cache != nil && l.Cache.Get(verificationKey(n, v), new(verified)) {
			continue
		}
		l.want(n)
	}
}

// verify asks the questions about the packages of this run. Those that it does
// not reach are loaded by a run of their own.
func (l *loader) verify() error {
	var missing []Verification
	for _, v := range l.Verify {
		n := l.find(v.Path)
		switch {
		case n == nil:
			if v.Missing != nil {
				missing = append(missing, v)
			}
			continue
		case !n.wanted, n.pkg == nil || n.illDecls:
			continue // answered before; or it does not type-check, which is a problem of its own
		}
		if err := v.Check(n.pkg); err != nil {
			return &ConfigError{err.Error()}
		}
		if l.Cache != nil {
			l.Cache.Put(verificationKey(n, v), verified{true})
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if l.verifying {
		return &ConfigError{missing[0].Missing.Error()}
	}
	o := l.Options
	o.Patterns, o.Tests, o.Analyzers, o.Verify, o.Progress, o.verifying = nil, false, nil, missing, nil, true
	for _, v := range missing {
		o.Patterns = append(o.Patterns, v.Path)
	}
	_, err := Run(o)
	var config *ConfigError
	if errors.As(err, &config) {
		return err
	}
	return nil // that it cannot be loaded is said by those who import it
}

// find is the package of a path, not one of its test variants.
func (l *loader) find(path string) *node {
	i := slices.IndexFunc(l.nodes, func(n *node) bool { return n.path == path && n.ForTest == "" && len(n.files) > 0 })
	if i < 0 {
		return nil
	}
	return l.nodes[i]
}
