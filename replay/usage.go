package replay

import (
	"slices"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// A Usage is what a look at all lines of a recording shows, before they are played.
type Usage struct {
	// Peer says that the recording's adapter is the peer, as far as it uses one alone.
	Peer bool
	// Listeners are its listeners by their ports.
	Listeners map[uint16]string
	// Lines is how many there are, and Sizes are the track's.
	Lines int
	Sizes map[string]int

	used     map[string]bool // adapters on which something is created
	opened   []recorded.Line
	requests map[string]int // that came, by the listener
	refused  map[int]bool   // Connects, by their indices
	// largest is how many bytes a request has at most, deepest how many requests a queue, and reads how many Reads an
	// Accept allows.
	largest        int
	deepest, reads uint32
}

// Look notes a line; it is called with each, the first one first.
func (u *Usage) Look(line recorded.Line) {
	if u.used == nil {
		u.used, u.requests, u.refused = map[string]bool{}, map[string]int{}, map[int]bool{}
		u.Sizes = map[string]int{}
	}
	grow(u.Sizes, line)
	u.Lines++
	u.largest = max(u.largest, lengthOf(line), line.Place.Length)
	u.deepest = max(u.deepest, line.ReceiveDepth, line.InitiatorDepth)
	for _, r := range line.Results {
		u.largest = max(u.largest, int(r.BytesTransferred))
	}
	switch {
	case line.Method == "CreateSharedReceiveQueue":
		u.deepest, u.used[line.On] = max(u.deepest, line.Depth), true
	case line.Method == "Accept":
		u.reads = max(u.reads, line.InboundReads, line.OutboundReads)
	case line.Request == "GetConnectionRequest" && line.Status == nd2.Success,
		line.Method == "GetConnectionRequest" && line.Status == nd2.Success:
		u.requests[line.On]++
	case line.Request == "Connect" && line.Status == nd2.ConnectionRefused:
		u.refused[line.Of] = true
	case line.Method == "Connect" && line.Status == nd2.ConnectionRefused:
		u.refused[line.Index] = true
	case line.Method == "OpenAdapter":
		u.opened = append(u.opened, line)
	case line.Made != "":
		u.used[line.On] = true
	}
}

// skips reports whether a program only looks around: at adapters on which it creates nothing, and at addresses.
func (u *Usage) skips(line recorded.Line) bool {
	if recorded.Process(line.On) == mirrors {
		return false
	}
	switch recorded.KindOf(line.On) {
	case "provider":
		return line.Method != "OpenAdapter" || !u.used[line.Made]
	case "adapter":
		return !u.used[line.On] || line.Method == "QueryAddressList"
	}
	return false
}

// end is the end whose adapter a line opens: the first adapter that is used is the local one. If all processes have
// the same one, all but the first one's are the peer's.
func (u *Usage) end(line recorded.Line) int {
	used := slices.DeleteFunc(slices.Clone(u.opened), func(o recorded.Line) bool { return !u.used[o.Made] })
	var adapters []int
	for _, o := range used {
		if !slices.Contains(adapters, o.Adapter) {
			adapters = append(adapters, o.Adapter)
		}
	}
	switch {
	case recorded.Process(line.Made) == mirrors:
		return 1
	case len(adapters) > 1:
		return slices.Index(adapters, line.Adapter)
	case u.Peer:
		return 1
	}
	return min(1, recorded.Process(line.Made)-recorded.Process(used[0].Made))
}
