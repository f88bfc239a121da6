package memory

import (
	"bytes"
	"testing"
)

// remoteBlock is memory elsewhere than its addresses.
type remoteBlock struct{ held []byte }

func (f *remoteBlock) Load(b []byte, offset int)     { copy(b, f.held[offset:]) }
func (f *remoteBlock) Store(offset int, data []byte) { copy(f.held[offset:], data) }
func (f *remoteBlock) Address() uint64               { return 0x1000 }

func reserved(t *testing.T, size int) (*remoteBlock, []byte) {
	t.Helper()
	where := &remoteBlock{make([]byte, size)}
	b, err := Reserve(size, where)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Forget(b) })
	return where, b
}

func TestElsewhere(t *testing.T) {
	where, b := reserved(t, 5000)
	_, other := reserved(t, 100)
	Overwrite(b[4990:], []byte("what is longer than the rest"))
	if got := string(where.held[4990:]); got != "what is lo" {
		t.Errorf("the end holds %q", got)
	}
	if got := Contents(b[4995:4997]); !bytes.Equal(got, []byte("is")) {
		t.Errorf("a part holds %q", got)
	}
	if got := Contents(other); !bytes.Equal(got, make([]byte, 100)) {
		t.Errorf("the other block holds %x", got)
	}
	if got := Address(b[7:]); got != 0x1007 {
		t.Errorf("the eighth byte is at %#x", got)
	}
	if found, offset, ok := Find(b[4999:4999]); !ok || found != Remote(where) || offset != 4999 {
		t.Errorf("an empty part is %v at %d of %p", ok, offset, found)
	}
}

// shared is memory in both processes.
type shared struct{ *remoteBlock }

func (m shared) Here() []byte { return m.held }

// TestMapped shows that memory in both processes is not copied.
func TestMapped(t *testing.T) {
	where := shared{&remoteBlock{make([]byte, 100)}}
	b, err := Reserve(100, where)
	if err != nil {
		t.Fatal(err)
	}
	defer Forget(b)
	part := Contents(b[10:12])
	Overwrite(b[10:], []byte("as it is"))
	if string(part) != "as" || cap(part) != 2 || string(where.held[10:18]) != "as it is" {
		t.Errorf("it holds %q, with room for %d", part, cap(part))
	}
}

func TestMemoryHere(t *testing.T) {
	reserved(t, 4096)
	b := []byte("as it was")
	if got := Contents(b); &got[0] != &b[0] {
		t.Error("memory of this process was copied")
	}
	Overwrite(b, []byte("is"))
	if string(b) != "is it was" {
		t.Errorf("it holds %q", b)
	}
	if Address(b) != uint64(addressOf(b)) {
		t.Errorf("it is at %#x", Address(b))
	}
}
