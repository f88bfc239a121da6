package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// Tick is a point in time, in microseconds from an origin of the host's choice.
type Tick uint64

// Outcome is how a request or a connection ended.
type Outcome uint8

// The outcomes. Where IBTA has a completion status of the kind, it is named.
const (
	OK              Outcome = iota
	Flushed                 // Work Request Flushed Error
	LocalProtection         // Local Protection Error: a scatter/gather entry's token, bounds or rights
	LocalOperation          // Local QP Operation Error: the request is malformed
	LocalLength             // Local Length Error: a Send longer than the Receive, a Read response longer than asked
	Internal                // the hardware failed in processing the request
	WindowBind              // Memory Window Bind Error: the region does not allow the window
	WindowState             // Memory Management Operation Error: a window that is not bound was invalidated
	RemoteAccess            // Remote Access Error: NAK with syndrome Remote Access Error
	RemoteInvalid           // Remote Invalid Request Error: NAK with syndrome Invalid Request
	RemoteOperation         // Remote Operation Error: NAK with syndrome Remote Operational Error
	RNRExceeded             // RNR Retry Counter Exceeded
	RetryExceeded           // Transport Retry Counter Exceeded
)

// Kind is what a Request does.
type Kind uint8

// The kinds of request of an initiator queue.
const (
	Send Kind = iota
	SendInvalidate
	Write
	Read
	Bind
	Invalidate
)

// A Request is an entry of an initiator queue. The host sets the exported fields, posts it,
// and leaves it alone until Complete returns it. Hosts embed it in their own entries, which
// stay allocated, so that posting allocates nothing.
type Request struct {
	Kind Kind
	// Fence holds the request back until every earlier Read has completed.
	Fence bool
	// Solicited asks for a solicited event at the peer (Send, SendInvalidate).
	Solicited bool
	// Length is in bytes (Send, Write, Read).
	Length uint32
	// RemoteAddress and RemoteKey name the peer's memory (Write, Read).
	RemoteAddress uint64
	RemoteKey     uint32
	// InvalidateKey is the peer's window to invalidate (SendInvalidate).
	InvalidateKey uint32
	// Slot is the host's, to find its entry.
	Slot uint32

	// The connection owns the rest.
	state requestState
}

// A Receive is a posted Receive, under the same terms as a Request.
type Receive struct {
	// Length is the total length of the scatter/gather entries, in bytes.
	Length uint32
	// Slot is the host's, to find its entry.
	Slot uint32
}

// A Host is the adapter around a connection: its memory, queues and network. The connection
// calls it only within its own methods. The host must not call back into the connection, but
// may post in Complete and Received.
type Host interface {
	// Transmit sends p to the peer; p.DestQP and p.PKey are set. A payload is the last one
	// from Gather or Load. After Transmit, p and its payload belong to the host again.
	Transmit(p *wire.Packet)

	// Gather returns n bytes of r's data, from offset, as the next packet's payload, and OK
	// or LocalProtection. 1 <= n <= the path MTU.
	Gather(r *Request, offset, n uint32) (payload []byte, o Outcome)
	// Scatter stores src, bytes of a Read response, at offset in r's entries. It returns OK
	// or LocalProtection.
	Scatter(r *Request, offset uint32, src []byte) Outcome
	// Start is called once for each request when its turn comes, before all else. It carries
	// out a Bind or an Invalidate. It returns OK, or how the request fails. A request that
	// fails here or in Gather completes after all requests before it.
	Start(r *Request) Outcome
	// Succeeded says, if Config.EarlySuccess is set, that r has succeeded for the client and
	// its data may change. The connection still needs r until Complete, and Complete's
	// outcome does not matter. Requests succeed in the order of posting.
	Succeeded(r *Request)
	// Complete returns r to the host. Requests complete in the order of posting.
	Complete(r *Request, o Outcome)

	// TakeReceive takes the next Receive from the queue. If it returns nil, the connection
	// sends an RNR NAK.
	TakeReceive() *Receive
	// Fill stores src at offset in v's entries. It returns OK or LocalProtection.
	Fill(v *Receive, offset uint32, src []byte) Outcome
	// Received returns v to the host, with its message's length. Receives complete in the
	// order of TakeReceive, after their data is stored.
	Received(v *Receive, length uint32, solicited bool, o Outcome)

	// Check asks whether the peer may write (or else read) length bytes at address with key:
	// OK or RemoteAccess. It is not called for a length of 0.
	Check(key uint32, address uint64, length uint32, write bool) Outcome
	// Store and Load move bytes for the peer. They check access each time, since a window
	// may be invalidated between two packets: OK, RemoteAccess, or RemoteOperation if the
	// hardware fails. Load returns bytes on Gather's terms.
	Store(key uint32, address uint64, src []byte) Outcome
	Load(key uint32, address uint64, n uint32) (payload []byte, o Outcome)
	// InvalidateWindow carries out the peer's SendInvalidate: OK or RemoteAccess.
	InvalidateWindow(key uint32) Outcome

	// Failed says that the connection has ended by an error. o is the failed request's
	// outcome; RemoteAccess, RemoteInvalid or RemoteOperation for a request of the peer's;
	// LocalLength or LocalProtection for a Receive; or Fail's argument. It is called after
	// that request and the Receive in progress were returned, and before the other requests
	// are flushed.
	Failed(o Outcome)
}

// Config is what the two sides have agreed on while connecting.
type Config struct {
	// MTU is the path MTU in bytes of payload: 256, 512, 1024, 2048 or 4096.
	MTU int
	// RemoteQPN is the peer's queue pair number, for BTH.DestQP.
	RemoteQPN uint32
	// SendPSN is the first PSN that this side sends, ReceivePSN the peer's first.
	SendPSN, ReceivePSN wire.PSN
	// Retries is how often a packet without an answer, or with a NAK, is sent again (0 to
	// 7).
	Retries uint8
	// RNRRetries is how often a packet is sent again after an RNR NAK; 7 means without
	// limit.
	RNRRetries uint8
	// AckTimeout is the local ACK timeout, or 0 for none. RNRTimer is the pause that this
	// side's RNR NAKs ask for, rounded up to a code of AETH. Both are in ticks.
	AckTimeout, RNRTimer Tick
	// Keepalive is how long the peer may be silent while nothing is under way, before it is
	// probed; 0 is forever.
	Keepalive Tick
	// ReadsOut limits the Reads in progress from this side, and ReadsIn those from the peer.
	// With ReadsOut 0 a Read fails with LocalOperation.
	ReadsOut, ReadsIn int
	// Window is how many packets may be unacknowledged, answers to Reads included. A Read of
	// more than half the window is requested in parts.
	Window int
	// EarlySuccess makes Sends and Writes succeed once they are transmitted. If the peer
	// can't take them, the connection ends, without a failure of theirs. This is how iWARP
	// works. Source: RFC 5040, 5.1 (RDMA Write and Send completion).
	EarlySuccess bool
	// AwaitPeer delays all packets to the peer until the peer's first request.
	AwaitPeer bool
	// NoRNR makes a Send that finds no Receive end the connection.
	NoRNR bool
}
