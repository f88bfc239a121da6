package calls

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// canceled is an object whose requests have all been canceled.
type canceled struct{ nd2.Overlapping }

func (canceled) GetOverlappedResult(*nd2.Overlapped, bool) nd2.Status { return nd2.Canceled }

// The first that tells a client of a request's end finds the status in its OVERLAPPED, which is the client's then.
func TestAClientIsToldOnce(t *testing.T) {
	ways := map[string]func(*ProxyOverlapped){
		"the event": (*ProxyOverlapped).SetEvent, "the packet": (*ProxyOverlapped).PostPacket,
		"an answer": func(p *ProxyOverlapped) { p.result(canceled{}, false) },
	}
	for first, tells := range ways {
		client := &nd2.Overlapped{Internal: uintptr(nd2.Pending)}
		o := &Object{layer: newLayer(Hooks{}), File: new(File)}
		p := o.newProxy(CQNotify, nd2.NotifyAny, client)
		p.Internal = uintptr(nd2.Canceled)
		if tells(p); nd2.Status(client.Internal) != nd2.Canceled {
			t.Errorf("%s: the OVERLAPPED has %v", first, nd2.Status(client.Internal))
		}
		client.Internal = uintptr(nd2.Pending) // it serves for another request
		for next, tells := range ways {
			if tells(p); nd2.Status(client.Internal) != nd2.Pending {
				t.Errorf("%s writes to it after %s", next, first)
			}
		}
	}
}
