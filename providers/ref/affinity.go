package ref

import (
	"runtime"

	"github.com/ndconform/ndconform/nd2"
)

// An affinity is the set of processors that should process a queue's notifications.
// There is one group only. The engine processes notifications wherever the event
// happens.
type affinity uint64

// processors returns all processors.
func processors() affinity {
	n := min(runtime.NumCPU(), 64)
	return affinity(1<<n - 1)
}

// affinityFor returns the affinity nearest to the requested one. Source:
// IND2Adapter::CreateCompletionQueue, Implementation Notes.
func affinityFor(group uint16, mask uint64) affinity {
	if a := affinity(mask) & processors(); group == 0 && a != 0 {
		return a
	}
	return processors()
}

// notifyAffinity is GetNotifyAffinity for both kinds of queue.
func (a affinity) notifyAffinity(on *adapter, call string, group *uint16, mask *uint64) nd2.Status {
	if s := on.device.Check(call); s != nd2.Success {
		return s
	}
	switch {
	case group == nil || mask == nil:
		return nd2.InvalidParameter
	case on.device.AffinityHidden():
		return nd2.NotSupported
	}
	*group, *mask = 0, uint64(a)
	return nd2.Success
}
