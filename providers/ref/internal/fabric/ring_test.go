package fabric

import "testing"

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
				t.Fatalf("frame %d is not the one that was pushed", gone)
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

func TestFrame(t *testing.T) {
	if got := len(new(Frame).Payload(MaxPayload)); got != MaxPayload {
		t.Errorf("payload of %d bytes", got)
	}
}
