//go:build !linux && !windows

package memory

import (
	"errors"
	"os"
)

// Share fails: processes share no memory here.
func Share(int, int) (b []byte, file *os.File, err error) { return nil, nil, errors.ErrUnsupported }

// Map fails as Share does.
func Map(*os.File, int) (b []byte, err error) { return nil, errors.ErrUnsupported }

// Discard does nothing.
func Discard([]byte) {}

// Commit does nothing.
func Commit([]byte) error { return nil }
