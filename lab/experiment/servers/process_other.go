//go:build !linux

package servers

import "syscall"

// owned is how a server runs: as whoever runs this program.
func owned(...string) (*syscall.SysProcAttr, error) { return nil, nil }
