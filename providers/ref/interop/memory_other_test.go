//go:build !unix

package interop

import "testing"

// allocate returns memory; the reference engine takes any.
func allocate(_ *testing.T, size int) (b []byte, free func()) {
	return make([]byte, size), func() {}
}
