package rc

import (
	"bytes"
	"fmt"
	"testing"
)

// TestMessages moves messages of every shape in all kinds of request.
// IBTA 9.4 (transport functions), 9.7.3 (generating request packets).
func TestMessages(t *testing.T) {
	for _, mtu := range []int{256, 512, 1024, 2048, 4096} {
		for _, n := range []int{0, 1, 3, mtu - 1, mtu, mtu + 1, 2 * mtu, 5*mtu + 17, 100 * mtu} {
			t.Run(fmt.Sprintf("mtu=%d/length=%d", mtu, n), func(t *testing.T) {
				c := defaults()
				c.MTU = mtu
				p := connect(t, c)
				want := pattern(n, n)
				v := p.b.receive(n)
				written := p.b.region(n, false, true)
				read := p.b.region(n, true, false)
				window := p.b.region(1, true, true)
				copy(p.b.regions[read].bytes, pattern(n+1, n))
				v2 := p.b.receive(n + 1)

				p.post(p.a, Request{Kind: Send, Solicited: true}, want)
				p.post(p.a, Request{Kind: Write, RemoteKey: written, RemoteAddress: p.b.regions[written].base}, want)
				into := make([]byte, n)
				p.post(p.a, Request{Kind: Read, RemoteKey: read, RemoteAddress: p.b.regions[read].base}, into)
				p.post(p.a, Request{Kind: SendInvalidate, InvalidateKey: window, Fence: true}, want)
				p.post(p.a, Request{Kind: Bind}, nil)
				p.settle()

				expectOutcomes(t, p.a, "[0 OK 1 OK 2 OK 3 OK 4 OK]")
				if !v.done || v.outcome != OK || !v.solicited || !bytes.Equal(v.data[:v.length], want) {
					t.Errorf("the Send has not arrived: %+v", v)
				}
				if !v2.done || v2.outcome != OK || v2.solicited || !bytes.Equal(v2.data[:v2.length], want) {
					t.Errorf("the SendInvalidate has not arrived: %+v", v2)
				}
				if len(p.b.invalidated) != 1 || p.b.invalidated[0] != window {
					t.Errorf("invalidated %v, want [%d]", p.b.invalidated, window)
				}
				if !bytes.Equal(p.b.regions[written].bytes, want) {
					t.Error("the Write has not arrived")
				}
				if !bytes.Equal(into, pattern(n+1, n)) {
					t.Error("the Read has not arrived")
				}
			})
		}
	}
}
