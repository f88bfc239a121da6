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

// A Request is an entry of an initiator queue. The host sets the exported fields,
// posts it, and leaves it alone until Complete returns it; hosts embed it in their
// own work queue entries, which stay allocated, so that posting allocates nothing.
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
	// Slot is for the host, to find its own entry.
	Slot uint32

	// The rest belongs to the connection.
	state requestState
}

// A Receive is a posted Receive, on the same terms as a Request.
type Receive struct {
	// Length is the room that the scatter/gather entries have, in bytes.
	Length uint32
	// Slot is for the host, to find its own entry.
	Slot uint32
}

// A Host is the adapter around a connection: its memory, its queues and its
// network. The connection calls it only during its own methods. The host must not
// call back into the connection from these, except that Complete and Received may
// post.
type Host interface {
	// Transmit sends p to the peer; p.DestQP and p.PKey are set. If p has a
	// payload, it is what Gather or Load returned last. p and its payload are the
	// host's again when Transmit returns.
	Transmit(p *wire.Packet)

	// Gather returns n bytes of r's data, from offset, as the payload of the next
	// packet, and OK or LocalProtection. n is at least 1 and at most the path MTU.
	Gather(r *Request, offset, n uint32) (payload []byte, o Outcome)
	// Scatter stores src, bytes of a Read response, at offset in r's entries: OK
	// or LocalProtection.
	Scatter(r *Request, offset uint32, src []byte) Outcome
	// Start is called once for each request when its turn has come, before anything
	// else is done for it. It carries out a Bind or an Invalidate, and returns OK,
	// or how the request fails. A request that fails, here or in Gather, is
	// returned once all before it have completed.
	Start(r *Request) Outcome
	// Succeeded says, if Config.EarlySuccess asks for it, that to its client r has
	// succeeded and its data may change. The connection needs r until Complete, whose
	// outcome then does not matter any more. Requests also succeed in the order in
	// which they were posted.
	Succeeded(r *Request)
	// Complete returns r to the host. Requests complete in the order in which they were
	// posted.
	Complete(r *Request, o Outcome)

	// TakeReceive takes the next Receive from the queue, or returns nil if there is
	// none; then the peer is sent an RNR NAK.
	TakeReceive() *Receive
	// Fill stores src at offset in v's entries: OK or LocalProtection.
	Fill(v *Receive, offset uint32, src []byte) Outcome
	// Received returns v to the host, with the length of the message that it holds.
	// Receives complete in the order in which they were taken. Data is stored by
	// then.
	Received(v *Receive, length uint32, solicited bool, o Outcome)

	// Check asks whether the peer may write (or else read) length bytes at
	// address through key: OK or RemoteAccess. A length of 0 is not checked.
	Check(key uint32, address uint64, length uint32, write bool) Outcome
	// Store and Load move bytes for the peer. Each time, access is checked as by
	// Check, since a window may be invalidated between two packets: they return OK,
	// RemoteAccess, or RemoteOperation if the hardware fails. Load returns bytes on
	// Gather's terms.
	Store(key uint32, address uint64, src []byte) Outcome
	Load(key uint32, address uint64, n uint32) (payload []byte, o Outcome)
	// InvalidateWindow carries out the peer's SendInvalidate: OK or RemoteAccess.
	InvalidateWindow(key uint32) Outcome

	// Failed says that the connection has ended by an error. o is the outcome of the
	// request that failed; or RemoteAccess, RemoteInvalid or RemoteOperation for a
	// request of the peer's; or LocalLength or LocalProtection for a Receive; or
	// what Fail was given. It is called after that request, and the Receive in
	// progress, have been returned, and before the other requests are flushed.
	Failed(o Outcome)
}

// Config is what the two sides agreed on while connecting.
type Config struct {
	// MTU is the path MTU in bytes of payload: 256, 512, 1024, 2048 or 4096.
	MTU int
	// RemoteQPN is the peer's queue pair number, for BTH.DestQP.
	RemoteQPN uint32
	// SendPSN is the first PSN that this side sends, ReceivePSN the peer's first.
	SendPSN, ReceivePSN wire.PSN
	// Retries is how often an unanswered or NAKed packet is sent again (0 to 7).
	Retries uint8
	// RNRRetries is how often an RNR NAK is answered by sending again; 7 means
	// without limit.
	RNRRetries uint8
	// AckTimeout is the local ACK timeout, or 0 for none; RNRTimer is what this
	// side asks of its peer in an RNR NAK, rounded up to a code of AETH. Both in
	// ticks.
	AckTimeout, RNRTimer Tick
	// Keepalive is how long the peer may be silent, while nothing is under way, before it is
	// sent a probe; 0 is forever.
	Keepalive Tick
	// ReadsOut is how many Reads may be in progress from this side, and ReadsIn
	// from the peer. A Read with ReadsOut 0 fails with LocalOperation.
	ReadsOut, ReadsIn int
	// Window is how many packets may be unacknowledged, answers to Reads included:
	// a Read of more than half the window is asked for in parts.
	Window int
	// EarlySuccess makes Sends and Writes succeed once they are transmitted: if the
	// peer can't take them, that ends the connection, and is never their own failure.
	// This is how iWARP works. Source: RFC 5040, 5.1 (RDMA Write and Send
	// completion).
	EarlySuccess bool
	// AwaitPeer makes everything for the peer wait until the peer's first request has
	// come.
	AwaitPeer bool
	// NoRNR makes a Send that finds no Receive end the connection.
	NoRNR bool
}
