package watched

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls"
)

// The place is the innermost outside the layer; these tests are in its package, so it is testing's.
func TestPlace(t *testing.T) {
	at := placeOf(code(nil))
	if !strings.HasPrefix(at, "testing/testing.go:") {
		t.Errorf("called at %q", at)
	}
	c := &calls.Call{Object: &calls.Object{}, Method: calls.QPSend}
	if code(c) != 0 || placeOf(0) != "" {
		t.Error("a Send has a place, or none has one")
	}
	if n := testing.AllocsPerRun(100, func() { code(nil) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPlace(b *testing.B) {
	for b.Loop() {
		code(nil)
	}
}
