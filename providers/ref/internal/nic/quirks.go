package nic

import (
	"math/bits"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// Quirks are behaviors that the documents permit but a device lacks by default. The zero value is the
// default. The table in package ref says what each does.
type Quirks struct {
	// When results come: the longest delays.
	Tick, SlowReceives, SlowSends, SlowQueuePairs, SlowFailures time.Duration
	SlowFlushedReceives, SlowFlushedRequests                    time.Duration

	// What results say.
	StaleBytes, CheckLate, FoundInCall, SpoiledSinks, PurgeOnRelease, FlushOnLeave bool
	// Refused is the status of a request that the peer refuses; ND_SUCCESS means the usual status.
	Refused nd2.Status

	// Which status is returned where there is a choice.
	OtherCodes, UsualCodes, PartedInvalid, RefuseAfterEnd, IgnoreFlags bool

	// What satisfies a Notify.
	Peek, AnyQueued, CountsEvents, StaysArmed, ErrorsWithAny, ErrorsByResults, NotifyOnFall bool

	// How large queues are, how many Reads are in progress, and how Sends are retried.
	Pow2Queues, Pow2Reads, Roomy, SilentRoom, CountsUntaken, OneRead, EndlessRetries, NoRetries, ActiveFirst, IWARP bool
	// Afford limits the resources, whatever Limits say.
	Afford Afford

	// Windows and tokens.
	Type1Windows, BoundWindowState, UnboundReturned, BindNeedsRights, SameTokens bool

	// Connectors and listeners.
	KeepQueuePair, SpentConnectors, LateAddresses, EarlyData, Pends bool
	LooseBacklog, NewestFirst, AskedOnly, LastAsked, InTurn         bool
	LateFarewell                                                    time.Duration

	// Addresses, ports and the network. TimeWait is how long addresses and ports stay in use after their
	// end.
	ExclusivePorts, SharedPorts, OtherPorts, LowestPort, OneAddress, Apart, NoLoopback, SilentNetwork bool
	TimeWait                                                                                          time.Duration
}

// mostDepth is the most requests or results of a queue, at 40 bytes each, whatever the limits.
const mostDepth = 1 << 20

// Afford limits resources. 0 means no bound but mostDepth.
type Afford struct {
	// Depth counts requests or results, SGE the entries of a request; Inline and Registration are in bytes.
	Depth, SGE, Inline uint32
	Registration       uint64
}

// Affords reports whether there are resources for a queue of depth requests or results, each with sge
// entries and inline bytes.
func (d *Device) Affords(depth, sge, inline uint32) bool {
	a := &d.quirks.Afford
	within := func(n, most uint32) bool { return most == 0 || n <= most }
	return depth <= mostDepth && within(depth, a.Depth) && within(sge, a.SGE) && within(inline, a.Inline)
}

// Inline returns the limit of a request's inline data, in bytes.
func (d *Device) Inline() uint32 {
	if most := d.quirks.Afford.Inline; most > 0 {
		return min(most, d.limits.Inline)
	}
	return d.limits.Inline
}

// rounded rounds n up to a power of two, to least at least and to the limit at most.
func (d *Device) rounded(n, least, limit uint32) uint32 {
	if !d.quirks.Pow2Queues || n == 0 {
		return n
	}
	return max(n, min(max(pow2(n), least), limit))
}

// pow2 returns the smallest power of two >= n, for n >= 1.
func pow2(n uint32) uint32 { return 1 << bits.Len32(n-1) }

// roundedReads rounds a connection's read limits by the quirks.
func (d *Device) roundedReads(r Reads) Reads {
	if d.quirks.OneRead {
		return Reads{min(r.Inbound, 1), min(r.Outbound, 1)}
	}
	if d.quirks.Pow2Reads {
		return Reads{floor2(r.Inbound), floor2(r.Outbound)}
	}
	return r
}

// floor2 returns the largest power of two <= n, or 0 for 0.
func floor2(n uint32) uint32 { return 1 << bits.Len32(n) >> 1 }
