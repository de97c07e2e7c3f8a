// Package global has the clients of a program, as many programs have them.
package global

import "github.com/redis/go-redis/v9"

// RDB is connected by main.
var RDB *redis.Client

// Stores hands out the same.
type Stores struct{ Cache redis.UniversalClient }

// Default is the stores of the program.
func Default() *Stores { return &Stores{Cache: RDB} }
