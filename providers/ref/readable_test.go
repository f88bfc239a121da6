package ref

import (
	"testing"
	"unsafe"
)

func TestReadable(t *testing.T) {
	for name, c := range map[string]struct {
		b    []byte
		want bool
	}{
		"no bytes":              {nil, true},
		"memory":                {make([]byte, 3*pageSize+1), true},
		"a null address":        {unsafe.Slice((*byte)(nil), 0), true},
		"a null address, bytes": {slice(0, 8), false},
		"nothing mapped there":  {slice(1<<46, 8), false},
	} {
		if got := readable(c.b); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// slice makes a slice of memory that may not exist.
func slice(address uintptr, n int) []byte {
	header := struct {
		data     uintptr
		len, cap int
	}{address, n, n}
	return *(*[]byte)(unsafe.Pointer(&header))
}
