package docgen

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/leasevet/leasevet/analyzers"
	"github.com/leasevet/leasevet/internal/catalog"
)

// Readme returns the text of the README with its generated parts written anew.
// A part stands between <!-- generated:NAME --> and <!-- /generated:NAME -->.
func Readme(text []byte) ([]byte, error) {
	parts := map[string]string{
		"analyzers": Analyzers(analyzers.All()),
		"clients":   Clients(catalog.Libraries),
	}
	for name, part := range parts {
		begin, end := fmt.Sprintf("<!-- generated:%s -->\n", name), fmt.Sprintf("<!-- /generated:%s -->\n", name)
		head, rest, ok := bytes.Cut(text, []byte(begin))
		_, tail, closed := bytes.Cut(rest, []byte(end))
		if !ok || !closed {
			return nil, fmt.Errorf("no part %q between %q and %q", name, begin, end)
		}
		text = slices.Concat(head, []byte(begin+part+end), tail)
	}
	return text, nil
}

// Analyzers is a table of analyzers with links to their pages.
func Analyzers(list []*analysis.Analyzer) string {
	var b strings.Builder
	b.WriteString("| Analyzer | What it reports |\n|---|---|\n")
	for _, a := range list {
		fmt.Fprintf(&b, "| [%s](docs/%[1]s.md) | %s |\n", a.Name, escape(analyzers.Doc(a.Name).Compile().TitleMarkdown))
	}
	return b.String()
}

// Clients is a table of client libraries by the kind of their store.
func Clients(libs []*catalog.Library) string {
	var b strings.Builder
	b.WriteString("| Store | Client | Import paths |\n|---|---|---|\n")
	for _, s := range stores {
		for _, lib := range libs {
			if lib.Store == s.store {
				fmt.Fprintf(&b, "| %s | %s | `%s` |\n", s.name, escape(lib.Name), strings.Join(lib.Paths, "`<br>`"))
			}
		}
	}
	return b.String()
}

// stores are the names of the stores, in the order of the table.
var stores = []struct {
	store catalog.Store
	name  string
}{
	{catalog.LockLibrary, "lock library"},
	{catalog.Redis, "Redis, Valkey"},
	{catalog.Memcached, "Memcached"},
	{catalog.Etcd, "etcd"},
	{catalog.Consul, "Consul"},
	{catalog.ZooKeeper, "ZooKeeper"},
	{catalog.NATS, "NATS"},
	{catalog.Kubernetes, "Kubernetes"},
	{catalog.SQL, "SQL, CQL"},
	{catalog.Mongo, "MongoDB"},
	{catalog.Dynamo, "DynamoDB"},
	{catalog.Wide, "Bigtable"},
	{catalog.Search, "Elasticsearch"},
	{catalog.Objects, "object store"},
	{catalog.Queues, "message queue"},
	{catalog.Registries, "service registry"},
	{catalog.Plugins, "plugin host"},
	{catalog.AnyStore, "any"},
}
