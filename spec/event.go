package spec

import (
	"slices"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// An Event is a manual-reset event that can be waited for with a context, and
// counts how often it was set.
type Event = ndclient.Event

// NewEvent returns an event that is not signaled.
func NewEvent() *Event { return new(Event) }

// A Port is a completion port that keeps its packets in the order of arrival.
type Port struct{ ndclient.Port }

// Keys lists the completion keys of what was posted so far for a request, oldest first.
func (p *Port) Keys(of *Operation) (keys []uintptr) {
	for _, packet := range p.Port.Packets() {
		if packet.Overlapped == of.Overlapped {
			keys = append(keys, packet.Key)
		}
	}
	return keys
}

// Order lists which of the requests have packets, by their places, in the order in which the
// packets came.
func (p *Port) Order(requests ...*Operation) (order []uintptr) {
	for _, o := range p.Packets() {
		i := slices.IndexFunc(requests, func(r *Operation) bool { return r.Overlapped == o })
		if i >= 0 {
			order = append(order, uintptr(i))
		}
	}
	return order
}

// Packets lists what was posted so far, oldest first.
func (p *Port) Packets() (list []*nd2.Overlapped) {
	for _, packet := range p.Port.Packets() {
		list = append(list, packet.Overlapped)
	}
	return list
}
