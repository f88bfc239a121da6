//go:build !cgo && unix

package runner_test

import "testing"

func TestFaultInC(t *testing.T) {
	t.Skip("built without cgo, so that there is no C code to fail; CGO_ENABLED=1 and a C compiler have it")
}
