package ib

import "syscall"

// An Error is a failed call, and why.
type Error struct {
	Call  string
	Errno syscall.Errno
}

// Error implements error.
func (e *Error) Error() string { return e.Call + ": " + e.Errno.Error() }

// Unwrap returns the error number.
func (e *Error) Unwrap() error { return e.Errno }
