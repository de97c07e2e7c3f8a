package catalog

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/leasevet/leasevet/internal/catalog/family"
)

//go:generate go test -run ^TestFamilies$ . -update

var update = flag.Bool("update", false, "write the list of families")

// TestFamilies compares the list in package family with the libraries.
func TestFamilies(t *testing.T) {
	const file = "family/paths.go"
	var paths []string
	for _, lib := range Libraries {
		paths = append(paths, lib.Paths...)
	}
	slices.Sort(paths)
	b := []byte("// Code generated from the catalogue by go generate ./internal/catalog. DO NOT EDIT.\n\npackage family\n\n// paths are those of all libraries, without major versions, sorted.\nvar paths = []string{\n")
	for _, p := range paths {
		b = fmt.Appendf(b, "\t%q,\n", p)
	}
	b = append(b, "}\n"...)
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, b) {
		return
	}
	if !*update {
		t.Fatalf("%s is stale: run go generate ./internal/catalog", file)
	}
	if err := os.WriteFile(file, b, 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	for path, want := range map[string]family.Place{
		"github.com/redis/go-redis/v9":                      {Family: "github.com/redis/go-redis", Major: 9},
		"github.com/redis/go-redis/v9/internal/pool":        {Family: "github.com/redis/go-redis", Sub: "internal/pool", Major: 9},
		"gopkg.in/redis.v5":                                 {Family: "gopkg.in/redis", Major: 5},
		"go.mongodb.org/mongo-driver/v2/mongo":              {Family: "go.mongodb.org/mongo-driver", Sub: "mongo", Major: 2},
		"example.com/m/vendor/github.com/redis/go-redis/v9": {Family: "github.com/redis/go-redis", Major: 9},
		"database/sql":                                      {Family: "database/sql"},
		"github.com/redis/go-redisx":                        {},
		"errors":                                            {},
		"":                                                  {},
	} {
		got, ok := family.Find(path)
		if got != want || ok != (want.Family != "") {
			t.Errorf("%s: %+v %v, want %+v", path, got, ok, want)
		}
	}
}
