package nic

import (
	"math/bits"
	"time"
)

// Habits are behaviors that the documents permit and a device does not have by
// default. The zero value is the default.
type Habits struct {
	// Peek has a Notify look at what is queued, announced or not.
	Peek bool
	// SlowReceives has results of Receives come later than their messages, by as much
	// at most.
	SlowReceives time.Duration
	// SlowSends has results of initiator requests come later than they end, by as much
	// at most.
	SlowSends time.Duration
	// Tick has results come at whole multiples of it only; 0 is at once.
	Tick time.Duration
	// RefuseAfterEnd has a queue pair refuse requests once its connection has ended,
	// rather than flush them.
	RefuseAfterEnd bool
	// IWARP has Sends and Writes succeed once they are transmitted, and a Send without
	// a Receive end the connection.
	IWARP bool
	// TimeWait is how long an address, a port or the four addresses of a connection
	// stay in use after their end.
	TimeWait time.Duration
	// ExclusivePorts keeps connectors from the port of a listener.
	ExclusivePorts bool
	// Apart has the network join no addresses but those of one network.
	Apart bool
	// NoLoopback has the device not connect to itself.
	NoLoopback bool
	// PurgeOnRelease has the results of a queue pair go with it.
	PurgeOnRelease bool
	// KeepQueuePair has a connector hold its queue pair until it is disconnected or
	// released.
	KeepQueuePair bool
	// Type1Windows open to the peer of every queue pair of their domain.
	Type1Windows bool
	// BoundWindowState has Bind refuse a window that is bound with
	// ND_INVALID_DEVICE_STATE; UnboundReturned has Invalidate refuse one that isn't;
	// BindNeedsRights has Bind refuse to give none.
	BoundWindowState, UnboundReturned, BindNeedsRights bool
	// IgnoreFlags has Reads, Binds and Invalidates pass over flags that they don't have.
	IgnoreFlags bool
	// Pow2Queues returns queues the next power of two of what they are asked to have,
	// Pow2Reads connections the last one of what they could.
	Pow2Queues, Pow2Reads bool
	// Afford is what can be had whatever Limits say.
	Afford Afford
	// FlushOnLeave cancels what is posted when the peer disconnects.
	FlushOnLeave bool
	// SpentConnectors can't be used again after a failure.
	SpentConnectors bool
	// FlushLater is how much later canceled requests have their results.
	FlushLater time.Duration
	// StaleBytes has results tell a number of bytes also where there is none to tell.
	StaleBytes bool
	// NotifyOnFall has a shared receive queue notify when it loses a Receive, not when
	// it is asked with too few of them.
	NotifyOnFall bool
	// LateAddresses tells no address before there is a connection in the making, nor the
	// peer's before there is one; EarlyData tells private data and read limits no longer
	// then.
	LateAddresses, EarlyData bool
	// LooseBacklog takes no backlog for a limit; NewestFirst gives the newest of the
	// waiting requests first.
	LooseBacklog, NewestFirst bool
	// AskedOnly has a listener take in no more requests than it has been asked for;
	// LastAsked has the last call that asks be the first that is given one.
	AskedOnly, LastAsked bool
	// SameTokens has a token be used again at once, by whoever is next.
	SameTokens bool
	// OtherPorts are ephemeral ports of another range.
	OtherPorts bool
	// OneAddress keeps listeners and connectors from the unspecified address.
	OneAddress bool
	// SilentNetwork tells nobody that a host is not there.
	SilentNetwork bool
	// CheckLate has a result tell what the call could have refused: a Bind of memory that
	// does not allow it, and a request for more than can be transferred.
	CheckLate bool
	// OtherCodes answers what may be answered as well, where the device has chosen.
	OtherCodes bool
	// Pends has no overlapped request succeed inline.
	Pends bool
	// UsualCodes has failures named as shipped providers and Microsoft's tests do where
	// the documents have other names.
	UsualCodes bool
	// Roomy has queue pairs made for one request, or for one entry, hold two.
	Roomy bool
	// EndlessRetries has a Send that finds no Receive be sent again for ever.
	EndlessRetries bool
	// NoRetries has a Send that finds no Receive fail at once, but for a
	// shared queue.
	NoRetries bool
}

// Afford is what can be had at present. A value of 0 is no bound.
type Afford struct {
	// Depth counts requests, or results, SGE entries of a request; Inline and
	// Registration are in bytes.
	Depth, SGE, Inline uint32
	Registration       uint64
}

// Affords reports whether a queue can be had, of so many requests or results with so
// many entries and inline bytes each.
func (d *Device) Affords(depth, sge, inline uint32) bool {
	a := &d.habits.Afford
	within := func(n, most uint32) bool { return most == 0 || n <= most }
	return within(depth, a.Depth) && within(sge, a.SGE) && within(inline, a.Inline)
}

// Inline is how much inline data a request can be given, in bytes.
func (d *Device) Inline() uint32 {
	if most := d.habits.Afford.Inline; most > 0 {
		return min(most, d.limits.Inline)
	}
	return d.limits.Inline
}

// rounded is what a queue gets that is asked to have n of something, at least some and
// no more than the limit.
func (d *Device) rounded(n, least, limit uint32) uint32 {
	if !d.habits.Pow2Queues || n == 0 {
		return n
	}
	return max(n, min(max(pow2(n), least), limit))
}

// pow2 is the first power of two that is not below n, which is at least 1.
func pow2(n uint32) uint32 { return 1 << bits.Len32(n-1) }

// roundedReads are the read limits of a connection that could have r.
func (d *Device) roundedReads(r Reads) Reads {
	if d.habits.Pow2Reads {
		return Reads{floor2(r.Inbound), floor2(r.Outbound)}
	}
	return r
}

// floor2 is the last power of two that is not above n; 0 of 0.
func floor2(n uint32) uint32 { return 1 << bits.Len32(n) >> 1 }
