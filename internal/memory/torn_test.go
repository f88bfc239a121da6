package memory

import (
	"runtime/debug"
	"testing"
)

func TestTorn(t *testing.T) {
	b, free, err := Torn(3, 5)
	if err != nil {
		t.Fatal(err)
	}
	defer free()
	if len(b) != 8 || cap(b) != 8 {
		t.Fatalf("%d bytes, with room for %d", len(b), cap(b))
	}
	for i := range b {
		if got := writable(b, i); got != (i < 3) {
			t.Errorf("byte %d: writable %v", i, got)
		}
	}
}

func writable(b []byte, i int) (ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { ok = recover() == nil }()
	b[i]++
	return true
}
