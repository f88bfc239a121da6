package nic

import (
	"math/bits"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// Quirks are behaviors that the documents permit and a device does not have by default. The zero value is
// the default. What each of them does is said once: in the table of package ref.
type Quirks struct {
	// When results come, and by how much later at most.
	Tick, SlowReceives, SlowSends, SlowQueuePairs, SlowFailures time.Duration
	SlowFlushedReceives, SlowFlushedRequests                    time.Duration

	// What results say, and of which requests.
	StaleBytes, CheckLate, FoundInCall, SpoiledSinks, PurgeOnRelease, FlushOnLeave bool
	// Refused is the status of a request that the peer refuses; ND_SUCCESS means the usual one.
	Refused nd2.Status

	// Which status is returned where there is a choice.
	OtherCodes, UsualCodes, PartedInvalid, RefuseAfterEnd, IgnoreFlags bool

	// What satisfies a Notify.
	Peek, AnyQueued, CountsEvents, StaysArmed, ErrorsWithAny, ErrorsByResults, NotifyOnFall bool

	// How big queues are, how many Reads are in progress, and how Sends are sent again.
	Pow2Queues, Pow2Reads, Roomy, SilentRoom, CountsUntaken, OneRead, EndlessRetries, NoRetries, ActiveFirst, IWARP bool
	// Afford is what there are resources for, whatever Limits say.
	Afford Afford

	// Of windows and tokens.
	Type1Windows, BoundWindowState, UnboundReturned, BindNeedsRights, SameTokens bool

	// Of connectors and listeners.
	KeepQueuePair, SpentConnectors, LateAddresses, EarlyData, Pends bool
	LooseBacklog, NewestFirst, AskedOnly, LastAsked, InTurn         bool
	LateFarewell                                                    time.Duration

	// Of addresses, ports and the network. TimeWait is how long they stay in use after their end.
	ExclusivePorts, SharedPorts, OtherPorts, LowestPort, OneAddress, Apart, NoLoopback, SilentNetwork bool
	TimeWait                                                                                          time.Duration
}

// mostDepth is how many requests or results a queue has at most, however high the limits are: 40 bytes each.
const mostDepth = 1 << 20

// Afford is what there are resources for at present. A value of 0 means no bound but that of mostDepth.
type Afford struct {
	// Depth counts requests or results, and SGE the entries of a request; Inline
	// and Registration are in bytes.
	Depth, SGE, Inline uint32
	Registration       uint64
}

// Affords reports whether there are resources for a queue of depth requests or results, with sge
// entries and inline bytes each.
func (d *Device) Affords(depth, sge, inline uint32) bool {
	a := &d.quirks.Afford
	within := func(n, most uint32) bool { return most == 0 || n <= most }
	return depth <= mostDepth && within(depth, a.Depth) && within(sge, a.SGE) && within(inline, a.Inline)
}

// Inline returns how much inline data a request can have, in bytes.
func (d *Device) Inline() uint32 {
	if most := d.quirks.Afford.Inline; most > 0 {
		return min(most, d.limits.Inline)
	}
	return d.limits.Inline
}

// rounded returns how many of something a queue gets that is asked to have n: at least
// some, and no more than the limit.
func (d *Device) rounded(n, least, limit uint32) uint32 {
	if !d.quirks.Pow2Queues || n == 0 {
		return n
	}
	return max(n, min(max(pow2(n), least), limit))
}

// pow2 returns the first power of two that is not below n, which is at least 1.
func pow2(n uint32) uint32 { return 1 << bits.Len32(n-1) }

// roundedReads returns the read limits of a connection that could have r.
func (d *Device) roundedReads(r Reads) Reads {
	if d.quirks.OneRead {
		return Reads{min(r.Inbound, 1), min(r.Outbound, 1)}
	}
	if d.quirks.Pow2Reads {
		return Reads{floor2(r.Inbound), floor2(r.Outbound)}
	}
	return r
}

// floor2 returns the last power of two that is not above n, or 0 for 0.
func floor2(n uint32) uint32 { return 1 << bits.Len32(n) >> 1 }
