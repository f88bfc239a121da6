//go:build linux && cgo && verbs

package verbs

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
)

// A member is an adapter's object; it keeps the adapter alive.
type member struct {
	object.Object
	adapter *adapter
}

// begin gives self, which embeds m, its first reference. Until end has returned, m keeps other objects alive, too.
func (m *member) begin(self nd2.Unknown, a *adapter, end func(), ids []nd2.GUID, keeps ...nd2.Unknown) {
	m.adapter = a
	keeps = append(keeps, a)
	for _, k := range keeps {
		k.AddRef()
	}
	m.Begin(self, func() {
		end()
		for _, k := range keeps {
			k.Release()
		}
	}, ids...)
}

// Belongs reports whether the member belongs to a and is alive.
func (m *member) Belongs(a *adapter) bool { return m.adapter == a && m.Alive() }

// An overlapping member has overlapped requests, and implements the common part of
// [nd2.Overlapping].
type overlapping struct {
	member
	requests async.Requests
}

func (o *overlapping) begin(self nd2.Unknown, a *adapter, f *async.File, end func(), iid nd2.GUID) {
	o.requests.Init(f)
	o.member.begin(self, a, end, []nd2.GUID{iid, nd2.IIDOverlapped})
}

// GetOverlappedResult implements [nd2.Overlapping].
func (o *overlapping) GetOverlappedResult(overlapped *nd2.Overlapped, wait bool) nd2.Status {
	if overlapped == nil {
		return nd2.InvalidParameter1
	}
	return o.requests.Result(overlapped, wait)
}
