package client

import (
	"testing"

	"github.com/ndconform/ndconform/remote/wire"
)

// TestRoom shows that what comes for a buffer fits into it, or the far side has said what can't be.
func TestRoom(t *testing.T) {
	for length, want := range map[int]string{0: "", 3: "", 4: "4 bytes where there is room for 3"} {
		var w wire.Writer
		wire.PutBytes(&w, make([]byte, length))
		r := &reply{Reader: wire.NewReader(w.Bytes)}
		r.room(make([]byte, 3))
		said := ""
		if err := r.End(); err != nil {
			said = err.Error()
		}
		if said != want {
			t.Errorf("%d bytes: %q, want %q", length, said, want)
		}
	}
}
