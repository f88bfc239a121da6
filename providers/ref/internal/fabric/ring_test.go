package fabric

import (
	"testing"
	"unsafe"
)

func TestRing(t *testing.T) {
	var r ring
	frames := make([]*Frame, depth+200)
	for i := range frames {
		frames[i] = new(Frame)
	}
	out := make([]*Frame, 3)
	in, gone := 0, 0
	pop := func() {
		for _, f := range out[:r.pop(out)] {
			if f != frames[gone] {
				t.Fatalf("frame %d is not the pushed frame", gone)
			}
			gone++
		}
	}
	for ; in < 100; in++ { // it grows while its head is elsewhere
		if !r.push(frames[in]) {
			t.Fatalf("full at %d", in)
		}
		if in%2 == 0 && gone < in-2 {
			pop()
		}
	}
	for r.push(frames[in]) {
		in++
	}
	if in-gone != depth {
		t.Errorf("full with %d, want %d", in-gone, depth)
	}
	for r.n > 0 {
		pop()
	}
	if r.pop(out) != 0 || gone != in {
		t.Errorf("%d came out, %d went in", gone, in)
	}
}

// sink makes what is stored there escape to the heap.
var sink *Frame

func TestFrame(t *testing.T) {
	for range 100 {
		sink = new(Frame)
		payload := sink.Payload(MaxPayload)
		if len(payload) != MaxPayload {
			t.Fatalf("payload of %d bytes", len(payload))
		}
		at := uintptr(unsafe.Pointer(&payload[0])) % cacheLine
		if at != 0 && unsafe.Sizeof(at) == 8 {
			t.Fatalf("the payload begins %d bytes behind a cache line", at)
		}
	}
}
