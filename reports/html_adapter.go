package reports

import (
	"cmp"
	"reflect"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports/frame"
)

// An adapterFact is a member of ND2_ADAPTER_INFO, at both ends if they are known.
type adapterFact struct{ Name, Adapter, Peer string }

func adapterOf(run *Run) []adapterFact {
	e, differ := run.Environment, differing(run)
	if e.Adapter == nil && e.PeerAdapter == nil {
		return nil
	}
	var facts []adapterFact
	for _, f := range reflect.VisibleFields(reflect.TypeFor[nd2.AdapterInfo]()) {
		facts = append(facts, adapterFact{
			f.Name, Short(cmp.Or(differ[ownAdapter+f.Name], frame.Numbers(member(e.Adapter, f))), 2000), Short(cmp.Or(differ[peerAdapter+f.Name], frame.Numbers(member(e.PeerAdapter, f))), 2000),
		})
	}
	return facts
}
