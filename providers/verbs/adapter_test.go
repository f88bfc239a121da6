//go:build linux && cgo && verbs

package verbs

import (
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// An adapter that has been removed tells nothing of itself any more.
func TestRemovedAdapterTellsNothing(t *testing.T) {
	d := &device{addresses: []netip.Addr{netip.MustParseAddr("192.0.2.1")}}
	a := &adapter{device: d}
	for _, want := range []nd2.Status{nd2.Success, nd2.DeviceRemoved} {
		info, size := nd2.AdapterInfo{InfoVersion: nd2.Version2}, uint32(nd2.AdapterInfoSize)
		if s := a.Query(&info, &size); s != want {
			t.Errorf("Query: %v, want %v", s, want)
		}
		var list nd2.SocketAddressList
		room := uint32(1 << 10)
		if s := a.QueryAddressList(&list, &room); s != want {
			t.Errorf("QueryAddressList: %v, want %v", s, want)
		}
		d.removed.Store(true)
	}
}
