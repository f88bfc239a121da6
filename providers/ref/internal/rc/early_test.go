package rc

import (
	"slices"
	"testing"
)

func early() Config {
	c := defaults()
	c.EarlySuccess, c.NoRNR = true, true
	return c
}

// A Send and a Write succeed once they are on their way, but not before an earlier
// Read.
func TestEarlySuccess(t *testing.T) {
	p := connect(t, early())
	key := p.b.region(600, true, true)
	memory := Request{Kind: Write, RemoteKey: key, RemoteAddress: p.b.regions[key].base}
	p.post(p.a, memory, pattern(0, 600))
	memory.Kind = Read
	p.post(p.a, memory, pattern(0, 8))
	post(p, Bind, 0)
	post(p, Send, 8)
	if want := []uint32{0}; !slices.Equal(p.a.succeeded, want) || len(p.a.finished) > 0 {
		t.Errorf("%v have succeeded and %v completed, want %v and none", p.a.succeeded, p.a.finished, want)
	}
	p.b.receive(8)
	p.settle()
	if want := []uint32{0, 2, 3}; !slices.Equal(p.a.succeeded, want) || len(p.a.finished) != 4 {
		t.Errorf("%v have succeeded and %v completed, want %v and all four", p.a.succeeded, p.a.finished, want)
	}
}

// What the peer can't take ends both ends of the connection; no Send or Write reports
// the failure.
func TestEarlySuccessRefused(t *testing.T) {
	for name, spoil := range map[string]func(p *pair){
		"no Receive":      func(p *pair) { post(p, Send, 8) },
		"a short Receive": func(p *pair) { p.b.receive(4); post(p, Send, 8) },
		"no right":        func(p *pair) { p.b.region(8, true, false); post(p, Write, 8) },
		"out of bounds":   func(p *pair) { p.b.region(8, true, true); post(p, Write, 256*100) }, // more than the window
	} {
		p := connect(t, early())
		spoil(p)
		p.settle()
		for _, f := range p.a.finished {
			if f.outcome != Flushed && f.outcome != OK {
				t.Errorf("%s: request %d ends by %v", name, f.slot, f.outcome)
			}
		}
		if len(p.a.failed) != 1 || len(p.b.failed) != 1 {
			t.Errorf("%s: the ends have failed by %v and %v, want one failure each", name, p.a.failed, p.b.failed)
		}
	}
}
