package requirement

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// lacks are failures that any call may end with: of the moment, or for good.
var lacks = []nd2.Status{nd2.InsufficientResources, nd2.NoMemory, nd2.DeviceRemoved}

// MayReturn reports whether a call of a method may return a status, or its overlapped request end with it: an entry
// about the method accepts it in some state, or it is a lack that may come at any time.
// Source: IND2Adapter.md, IND2Adapter::Query, Remarks.
func MayReturn(iface, method string, s nd2.Status) bool {
	key := returned{page{iface, method}, s}
	if known, ok := mayReturn.Load(key); ok {
		return known.(bool)
	}
	own, all := catalogue().methods[key.page], catalogue().methods[page{iface, ""}]
	may := slices.Contains(lacks, s) ||
		slices.ContainsFunc(own, func(e Entry) bool { return e.Judge(s) != Wrong || e.anyFailure() && s.WellKnown() }) ||
		slices.ContainsFunc(all, func(e Entry) bool { return e.Judge(s) != Wrong })
	if s.WellKnown() { // a provider may return any number, and there are many
		mayReturn.Store(key, may)
	}
	return may
}

type returned struct {
	page
	status nd2.Status
}

// mayReturn has what [MayReturn] has said.
var mayReturn sync.Map

// anyFailure reports whether an entry leaves open what a call returns.
func (e Entry) anyFailure() bool { return e.Level == Info && len(e.Accept) == 0 }
