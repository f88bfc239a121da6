package trace

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A provider whose connectors can't cancel where nothing is in progress.
type (
	strictProvider  struct{ nd2.Provider }
	strictAdapter   struct{ nd2.Adapter }
	strictConnector struct{ nd2.Connector }
)

func (strictProvider) OpenAdapter(_ nd2.GUID, _ uint64, object *nd2.Unknown) nd2.Status {
	*object = strictAdapter{}
	return nd2.Success
}

func (strictAdapter) CreateConnector(_ nd2.GUID, _ nd2.OverlappedFile, object *nd2.Unknown) nd2.Status {
	*object = strictConnector{}
	return nd2.Success
}

func (strictConnector) CancelOverlappedRequests() nd2.Status { return nd2.Unsuccessful }

// TestBreaches shows that a breach is told once, with the calls that led there, and only of a provider that is judged.
func TestBreaches(t *testing.T) {
	for name, c := range map[string]struct {
		open func(*Recorder, nd2.Provider, string) nd2.Provider
		want int
	}{"judged": {Judged, 1}, "a peer": {Provider, 0}} {
		r := NewRecorder()
		var adapter, connector nd2.Unknown
		c.open(r, strictProvider{}, "under test").OpenAdapter(nd2.IIDAdapter, 1, &adapter)
		adapter.(nd2.Adapter).CreateConnector(nd2.IIDConnector, nil, &connector)
		connector.(nd2.Connector).CancelOverlappedRequests()
		list := r.Breaches()
		if len(list) != c.want {
			t.Fatalf("%s: %d breaches: %+v", name, len(list), list)
		}
		if c.want > 0 {
			b := list[0]
			if n := len(b.Calls); b.Object != "connector1" || n != 3 || b.Calls[n-1].Object != "connector1" {
				t.Errorf("%s: of %s, with the calls %v", name, b.Object, b.Calls)
			}
		}
		if again := r.Breaches(); len(again) > 0 {
			t.Errorf("%s: told again: %v", name, again)
		}
	}
}
