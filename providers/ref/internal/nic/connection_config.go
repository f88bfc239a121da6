package nic

import (
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/cm"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// The room for private data in CM messages, in bytes: in a REQ after the IP header, and in a
// REP or a REJ, which share one limit in ND2.
const (
	MaxCallerData = wire.REQPrivateDataSize - wire.IPHeaderSize
	MaxCalleeData = wire.REJPrivateDataSize
)

// The parameters of the engine's connections. A peer with a shared receive queue is waited
// for without limit.
const (
	transportRetries = 7
	rnrRetries       = 6
	rnrForever       = 7
	window           = 256 // packets
	hopLimit         = 64
	permissiveLID    = 0xffff
)

// Timing is how long a device waits for a peer, while connecting and afterwards.
type Timing struct {
	cm.Timing
	// Ack is the local ACK timeout: after eight timeouts a peer is dead.
	Ack wire.Timeout
	// RNR is a sender's pause before each of six retries when the peer's queue pair has no
	// Receive. SharedRNR is its pause when the peer's shared receive queue is empty, with
	// unlimited retries.
	RNR, SharedRNR rc.Tick
	// Keepalive is how long a peer may be silent while nothing is under way, before it is
	// probed; 0 is forever.
	Keepalive rc.Tick
}

// NetworkTiming is for a network between machines. It gives up a peer after about two seconds
// without an answer to a request for a connection, half a second without an ACK, or a second
// without a Receive.
func NetworkTiming() Timing {
	return Timing{
		Timing: cm.Timing{
			Response: 15, // 134 ms
			Retries:  15,
			Service:  18, // 1.07 s
		},
		Ack: 14, // 67 ms
		RNR: 163_840, SharedRNR: 640,
	}
}

// Slower returns t for a network whose answers take longer by that time.
func (t Timing) Slower(by time.Duration) Timing {
	for _, timeout := range []*wire.Timeout{&t.Response, &t.Service, &t.Ack} {
		for enough := timeout.Microseconds() + uint64(by.Microseconds()); timeout.Microseconds() < enough; {
			*timeout++
		}
	}
	return t
}

// MemoryTiming is for a network within the process. Answers come at once, and no timer fires
// while datagrams are being delivered. It gives up the same peers after 33, 17 and 15 ms: a
// goroutine may wait that long for a processor on a loaded machine. The passive side waits
// nine times as long for a peer whose client doesn't complete.
func MemoryTiming() Timing {
	return Timing{
		Timing: cm.Timing{
			Response: 9, // 2.1 ms
			Retries:  15,
			Service:  15, // 134 ms
		},
		Ack: 9, // 2.1 ms
		RNR: 2_560, SharedRNR: 320,
	}
}

// Reads are a connection's read limits: the peer's Reads in progress here, and this side's
// there.
type Reads struct{ Inbound, Outbound uint32 }

// within returns r reduced to what limit allows.
func (r Reads) within(limit Reads) Reads {
	return Reads{min(r.Inbound, limit.Inbound), min(r.Outbound, limit.Outbound)}
}

// adapterReads returns the limits of the adapter and the messages.
func (m *ConnectionManager) adapterReads() Reads {
	const most = 255 // 8 bits in REQ and REP
	return Reads{most, most}.within(Reads{m.device.limits.InboundReads, m.device.limits.OutboundReads})
}

// offered translates the peer's REQ or REP to this side's limits: its responder resources
// bound the Reads from here, its initiator depth those to here.
func offered(responderResources, initiatorDepth uint8) Reads {
	return Reads{Inbound: uint32(initiatorDepth), Outbound: uint32(responderResources)}
}

// psn returns the first PSN of one direction of a connection.
func (m *ConnectionManager) psn() wire.PSN {
	if m.firstPSN != nil {
		return *m.firstPSN
	}
	return wire.PSN(m.rand.Uint32() + m.nextID).Mask()
}

// req returns the request for a connection of q, with read limits within the adapter's.
func (m *ConnectionManager) req(q *QueuePair, t tuple, reads Reads, privateData []byte) *wire.REQ {
	req := &wire.REQ{
		ServiceID: wire.TCPServiceID(t.remote.Port()), LocalCAGUID: m.guid,
		LocalQPN: q.Number(), StartingPSN: m.psn(),
		ResponderResources: uint8(reads.Inbound), InitiatorDepth: uint8(reads.Outbound),
		TransportService: wire.ReliableConnection, FlowControl: true,
		RetryCount: transportRetries, RNRRetryCount: q.rnrRetries(), SRQ: q.SharesReceives(),
		PartitionKey: wire.DefaultPKey, PathMTU: wire.MTUFor(m.device.limits.MTU),
		Primary: wire.Path{
			LocalLID: permissiveLID, RemoteLID: permissiveLID,
			LocalGID: wire.GIDFrom(t.local.Addr()), RemoteGID: wire.GIDFrom(t.remote.Addr()),
			HopLimit: hopLimit, AckTimeout: m.timing.Ack,
		},
	}
	req.SetIP(wire.IPHeader{Src: t.local, Dst: t.remote.Addr()})
	copy(req.ConsumerData(), privateData)
	return req
}

// rep returns the answer to a request, with read limits within those of both sides.
func (m *ConnectionManager) rep(q *QueuePair, reads Reads, privateData []byte) *wire.REP {
	rep := &wire.REP{
		LocalCAGUID: m.guid, LocalQPN: q.Number(), StartingPSN: m.psn(),
		ResponderResources: uint8(reads.Inbound), InitiatorDepth: uint8(reads.Outbound),
		FlowControl: true, RNRRetryCount: q.rnrRetries(), SRQ: q.SharesReceives(),
	}
	copy(rep.PrivateData[:], privateData)
	return rep
}

// rnrRetries returns how often the peer must repeat a packet without a Receive.
func (q *QueuePair) rnrRetries() uint8 {
	switch {
	case q.SharesReceives() || q.device.quirks.EndlessRetries:
		return rnrForever
	case q.device.quirks.NoRetries:
		return 0
	}
	return rnrRetries
}

// agreed returns the read limits that a REQ and its REP have settled, for the side that has
// sent one of them.
func agreed(req *wire.REQ, rep *wire.REP, passive bool) Reads {
	if passive {
		return Reads{uint32(rep.ResponderResources), uint32(rep.InitiatorDepth)}
	}
	return offered(rep.ResponderResources, rep.InitiatorDepth).
		within(Reads{uint32(req.ResponderResources), uint32(req.InitiatorDepth)})
}

// settled returns the configuration that they have settled.
func (m *ConnectionManager) settled(q *QueuePair, req *wire.REQ, rep *wire.REP, passive bool) rc.Config {
	reads := agreed(req, rep, passive)
	c := rc.Config{
		MTU:     req.PathMTU.Bytes(),
		Retries: req.RetryCount, RNRRetries: rep.RNRRetryCount,
		AckTimeout: rc.Tick(req.Primary.AckTimeout.Microseconds()), RNRTimer: m.timing.RNR,
		ReadsIn: int(reads.Inbound), ReadsOut: int(reads.Outbound), Window: window,
		RemoteQPN: rep.LocalQPN, SendPSN: rep.StartingPSN, ReceivePSN: req.StartingPSN,
	}
	c.Keepalive = m.timing.Keepalive
	if req.Primary.AckTimeout == 0 { // forever
		c.AckTimeout = rc.Tick(m.timing.Ack.Microseconds())
	}
	if q.SharesReceives() {
		c.RNRTimer = m.timing.SharedRNR
	}
	c.EarlySuccess = m.device.quirks.IWARP
	c.AwaitPeer = m.device.quirks.ActiveFirst && passive
	c.NoRNR = m.device.quirks.IWARP && !q.SharesReceives()
	if passive {
		c.RemoteQPN, c.SendPSN, c.ReceivePSN = req.LocalQPN, req.StartingPSN, rep.StartingPSN
		c.RNRRetries = req.RNRRetryCount
	}
	return c
}
