package html

import (
	"cmp"
	"reflect"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

// An adapterFact is a member of ND2_ADAPTER_INFO, at both ends if they are known.
type adapterFact struct{ Name, Adapter, Peer string }

func adapterOf(run *reports.Run) []adapterFact {
	e, differ := run.Environment, reports.Differing(run)
	if e.Adapter == nil && e.PeerAdapter == nil {
		return nil
	}
	var facts []adapterFact
	for _, f := range reflect.VisibleFields(reflect.TypeFor[nd2.AdapterInfo]()) {
		facts = append(facts, adapterFact{
			f.Name, printable.Short(cmp.Or(differ[reports.OwnAdapter+f.Name],
				frame.Numbers(reports.AdapterMember(e.Adapter, f))), 2000),
			printable.Short(cmp.Or(differ[reports.PeerAdapter+f.Name], frame.Numbers(reports.AdapterMember(e.PeerAdapter, f))),
				2000),
		})
	}
	return facts
}
