//go:build linux && cgo && verbs

package ib

/*
#cgo LDFLAGS: -lrdmacm -libverbs
#include "verbs.h"
*/
import "C"

import (
	"errors"
	"syscall"
)

// failed returns the error of a call that returns an error number; some devices'
// libraries negate it.
func failed(what string, number C.int) error {
	if number == 0 {
		return nil
	}
	return &Error{what, syscall.Errno(max(number, -number))}
}

// failedErrno returns the error of a call that returns nil or −1 and sets errno.
func failedErrno(what string, failed bool, errno error) error {
	if !failed {
		return nil
	}
	e := syscall.EIO
	errors.As(errno, &e)
	return &Error{what, e}
}
