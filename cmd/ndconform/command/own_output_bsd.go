//go:build unix && !linux

package command

import "golang.org/x/sys/unix"

func duplicate(from, to int) error { return unix.Dup2(from, to) }
