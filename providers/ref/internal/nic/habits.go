package nic

import (
	"math/bits"
	"time"
)

// Habits are behaviors that the documents permit and a device does not have by
// default. The zero value is the default.
type Habits struct {
	// Peek makes a Notify look at what is queued, announced or not.
	Peek bool
	// SlowReceives is by how much, at most, results of Receives come later than their
	// messages.
	SlowReceives time.Duration
	// SlowSends is by how much, at most, results of initiator requests come later than
	// the requests end.
	SlowSends time.Duration
	// Tick makes results come only at whole multiples of it; 0 means at once.
	Tick time.Duration
	// RefuseAfterEnd makes a queue pair refuse requests once its connection has
	// ended, rather than flush them.
	RefuseAfterEnd bool
	// IWARP makes Sends and Writes succeed once they are transmitted, and a Send
	// without a Receive end the connection.
	IWARP bool
	// TimeWait is how long an address, a port or the four addresses of a connection
	// stay in use after their end.
	TimeWait time.Duration
	// ExclusivePorts keeps connectors from the port of a listener.
	ExclusivePorts bool
	// Apart makes the network join only addresses of the same IP network.
	Apart bool
	// NoLoopback keeps the device from connecting to itself.
	NoLoopback bool
	// PurgeOnRelease makes the results of a queue pair vanish with it.
	PurgeOnRelease bool
	// KeepQueuePair makes a connector hold its queue pair until the connector is
	// disconnected or released.
	KeepQueuePair bool
	// Type1Windows makes windows open to the peers of all queue pairs of their domain.
	Type1Windows bool
	// BoundWindowState makes Bind refuse, with ND_INVALID_DEVICE_STATE, a window
	// that is bound; UnboundReturned makes Invalidate refuse one that isn't;
	// BindNeedsRights makes Bind refuse to grant no rights.
	BoundWindowState, UnboundReturned, BindNeedsRights bool
	// IgnoreFlags makes Reads, Binds and Invalidates ignore flags that they don't have.
	IgnoreFlags bool
	// Pow2Queues rounds the sizes of queues up to the next power of two, and
	// Pow2Reads the read limits of connections down to the last one.
	Pow2Queues, Pow2Reads bool
	// Afford is what there are resources for, whatever Limits say.
	Afford Afford
	// FlushOnLeave cancels what is posted when the peer disconnects.
	FlushOnLeave bool
	// SpentConnectors makes connectors unusable after a failure.
	SpentConnectors bool
	// FlushLater is how much later the results of canceled requests come.
	FlushLater time.Duration
	// StaleBytes makes results carry some number of bytes even where there is none to
	// report.
	StaleBytes bool
	// NotifyOnFall makes a shared receive queue notify when it loses a Receive, and
	// not when it already holds too few on being asked.
	NotifyOnFall bool
	// LateAddresses reports no address before a connection is being made, and the peer's
	// not before it has been made; EarlyData stops reporting private data and read
	// limits from then on.
	LateAddresses, EarlyData bool
	// LooseBacklog treats no backlog as a limit; NewestFirst hands out the newest of
	// the waiting requests first.
	LooseBacklog, NewestFirst bool
	// AskedOnly makes a listener take no more requests than it has been asked for;
	// LastAsked gives the next request to the call that asked last.
	AskedOnly, LastAsked bool
	// SameTokens makes a token be used again at once, for the next object that needs
	// one.
	SameTokens bool
	// OtherPorts takes ephemeral ports from another range.
	OtherPorts bool
	// OneAddress keeps listeners and connectors from the unspecified address.
	OneAddress bool
	// SilentNetwork keeps silent about hosts that are not there.
	SilentNetwork bool
	// CheckLate makes a result report what the call could have refused: a Bind of memory
	// that does not allow it, and a request for more than can be transferred.
	CheckLate bool
	// OtherCodes returns, where the device has a choice of statuses, another permitted
	// one.
	OtherCodes bool
	// Pends keeps overlapped requests from succeeding inline.
	Pends bool
	// UsualCodes returns the statuses of shipped providers and Microsoft's tests where
	// the documents name others.
	UsualCodes bool
	// Roomy makes queue pairs that are created for one request, or for one entry, hold
	// two.
	Roomy bool
	// EndlessRetries sends a Send that finds no Receive again without limit.
	EndlessRetries bool
	// NoRetries makes a Send that finds no Receive fail at once, except at a shared
	// queue.
	NoRetries bool
	// LostRefusals makes requests that the peer refuses end as if no answer had come.
	LostRefusals bool
	// FoundInCall makes a call refuse a request whose entries name memory that it can't
	// use.
	FoundInCall bool
	// SpoiledSinks leaves something in the buffers of a Read that the peer refuses, and of
	// a Receive that is too short.
	SpoiledSinks bool
	// SilentRoom makes silent requests take room in the queue until a later one has a
	// result.
	SilentRoom bool
	// ActiveFirst makes the passive side wait for the active side's first request.
	ActiveFirst bool
	// OneRead lets one Read be in progress on a connection where there could be more.
	OneRead bool
	// SlowQueuePairs is by how much the results of every other queue pair come later.
	SlowQueuePairs time.Duration
	// SlowFailures is by how much results of requests that have failed come later, and
	// with them all that come after them.
	SlowFailures time.Duration
	// SlowFlushedReceives and SlowFlushedRequests are by how much the results of
	// canceled Receives and of other canceled requests come later.
	SlowFlushedReceives, SlowFlushedRequests time.Duration
	// StaysArmed keeps a completion queue armed for any result when the Notify that armed
	// it has been canceled.
	StaysArmed bool
	// ErrorsWithAny makes whatever completes other Notifies complete those for
	// ND_CQ_NOTIFY_ERRORS, and ErrorsByResults a result with an error complete these.
	ErrorsWithAny, ErrorsByResults bool
	// AnyQueued makes a Notify of any type look at whatever is queued and has not been
	// announced.
	AnyQueued bool
	// CountsEvents makes a Notify complete at once for whatever has come since the last
	// notification, taken or not.
	CountsEvents bool
	// SharedPorts lets connectors be bound to a port that others have.
	SharedPorts bool
	// LowestPort takes the lowest ephemeral port that is free.
	LowestPort bool
	// LateFarewell is by how much later the peer hears of a Disconnect.
	LateFarewell time.Duration
	// PartedInvalid makes Disconnect say that there is no connection any more if the peer
	// has left.
	PartedInvalid bool
}

// Afford is what there are resources for at present. A value of 0 means no bound.
type Afford struct {
	// Depth counts requests or results, and SGE the entries of a request; Inline
	// and Registration are in bytes.
	Depth, SGE, Inline uint32
	Registration       uint64
}

// Affords reports whether there are resources for a queue of so many requests or
// results, with so many entries and inline bytes each.
func (d *Device) Affords(depth, sge, inline uint32) bool {
	a := &d.habits.Afford
	within := func(n, most uint32) bool { return most == 0 || n <= most }
	return within(depth, a.Depth) && within(sge, a.SGE) && within(inline, a.Inline)
}

// Inline returns how much inline data a request can have, in bytes.
func (d *Device) Inline() uint32 {
	if most := d.habits.Afford.Inline; most > 0 {
		return min(most, d.limits.Inline)
	}
	return d.limits.Inline
}

// rounded returns how many of something a queue gets that is asked to have n: at least
// some, and no more than the limit.
func (d *Device) rounded(n, least, limit uint32) uint32 {
	if !d.habits.Pow2Queues || n == 0 {
		return n
	}
	return max(n, min(max(pow2(n), least), limit))
}

// pow2 returns the first power of two that is not below n, which is at least 1.
func pow2(n uint32) uint32 { return 1 << bits.Len32(n-1) }

// roundedReads returns the read limits of a connection that could have r.
func (d *Device) roundedReads(r Reads) Reads {
	if d.habits.OneRead {
		return Reads{min(r.Inbound, 1), min(r.Outbound, 1)}
	}
	if d.habits.Pow2Reads {
		return Reads{floor2(r.Inbound), floor2(r.Outbound)}
	}
	return r
}

// floor2 returns the last power of two that is not above n, or 0 for 0.
func floor2(n uint32) uint32 { return 1 << bits.Len32(n) >> 1 }
