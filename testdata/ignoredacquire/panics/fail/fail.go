// Package fail is where errors go that nobody can do anything about.
package fail

import "log"

// ClusterPanic does not return.
func ClusterPanic(err error) { panic("cluster: " + err.Error()) }

// Note returns.
func Note(err error) { log.Println("cluster:", err) }
