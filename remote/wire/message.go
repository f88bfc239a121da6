package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Protocol is the protocol's version. A client and an agent with different versions refuse
// each other.
const Protocol = 4

// Chunk is how many bytes of memory one message carries.
const Chunk = 1 << 20

// A Kind is the first byte of a message.
type Kind byte

// The kinds of messages; package wire's documentation says what each is.
const (
	KindOpen Kind = iota + 1
	KindCall
	KindOpened
	KindReply
	KindEvent
	KindPacket
	KindCallback
	KindEnded
	KindGreeting
)

// KindOf returns a message's kind, 0 for an empty message.
func KindOf(message []byte) Kind {
	if len(message) == 0 {
		return 0
	}
	return Kind(message[0])
}

// Begin begins a message.
func Begin(k Kind) Writer {
	const usual = 64
	return Writer{append(make([]byte, 0, usual), byte(k))}
}

// Rest returns a reader of a message, behind its kind.
func Rest(message []byte) Reader { return NewReader(message[min(1, len(message)):]) }

// Greeting is the first message of a process that serves a session to the process that has
// started it, so that another program is noticed.
type Greeting struct {
	Protocol int
	Build    string
	// Shared says that it has mapped the memory that it was given: everything else goes
	// through that.
	Shared bool
}

// Open opens a session.
type Open struct {
	Protocol int
	// Build is the client's build, which must be the agent's.
	Build string
	// Run names the run, the same for all of its processes.
	Run string
}

// Opened says that a session is open.
type Opened struct {
	Version string
	// File is the provider's file, unless the provider is linked.
	File string
	// Faults are the faults that the provider injects; Injects says whether it is an injector.
	Faults  []string
	Injects bool
	Host    Host
	// ND1 and NDK say whether the provider offers NetworkDirect v1, and NDKPI.
	ND1, NDK bool
}

// A Host is the machine that serves a session.
type Host struct {
	Name, OS, Arch, Kernel, Build string
	// Provider is the provider that the agent serves.
	Provider string
}

// Ended says why a session is over. The trace is the process's last output.
type Ended struct {
	Reason, Trace string
	// Refused says that the provider could not be opened as configured.
	Refused bool
}

// Marshal returns the message of a [Greeting], an [Open], an [Opened] or an [Ended].
func Marshal[T Greeting | Open | Opened | Ended](k Kind, m T) []byte {
	text, _ := json.Marshal(m) // strings, bools and an int
	return append([]byte{byte(k)}, text...)
}

// Unmarshal parses a message that Marshal has made.
func Unmarshal[T Greeting | Open | Opened | Ended](message []byte) (m T, err error) {
	from := json.NewDecoder(bytes.NewReader(message[min(1, len(message)):]))
	from.DisallowUnknownFields()
	if err := from.Decode(&m); err != nil {
		return m, fmt.Errorf("a message that is no %T: %w", m, err)
	}
	if from.InputOffset() != int64(len(message)-1) {
		return m, errTrailing
	}
	return m, nil
}

// An Event is a provider's change to a request's event.
type Event struct {
	Overlapped uint64
	Set        bool
	// Internal and InternalHigh are the OVERLAPPED's fields.
	Internal, InternalHigh uintptr
}

// PutEvent writes an event.
func PutEvent(w *Writer, e Event) {
	PutUint(w, e.Overlapped)
	PutBool(w, e.Set)
	PutUint(w, e.Internal)
	PutUint(w, e.InternalHigh)
}

// TakeEvent takes an event.
func TakeEvent(r *Reader) Event {
	return Event{Uint[uint64](r), Bool(r), Uint[uintptr](r), Uint[uintptr](r)}
}

// A Packet came to a file's completion port.
type Packet struct {
	File, Overlapped            uint64
	Key, Internal, InternalHigh uintptr
}

// PutPacket writes a packet.
func PutPacket(w *Writer, p Packet) {
	PutUint(w, p.File)
	PutUint(w, p.Overlapped)
	PutUint(w, p.Key)
	PutUint(w, p.Internal)
	PutUint(w, p.InternalHigh)
}

// TakePacket takes a packet.
func TakePacket(r *Reader) Packet {
	return Packet{Uint[uint64](r), Uint[uint64](r), Uint[uintptr](r), Uint[uintptr](r), Uint[uintptr](r)}
}

// A Callback is the provider's call of a function that a call has given. The provider waits
// for [Return].
type Callback struct {
	ID, Function uint64
	Context      uintptr
	Status       uint32
	Object       Out
}

// PutCallback writes a callback.
func PutCallback(w *Writer, c Callback) {
	PutUint(w, c.ID)
	PutUint(w, c.Function)
	PutUint(w, c.Context)
	PutUint(w, c.Status)
	PutOut(w, c.Object)
}

// TakeCallback takes a callback.
func TakeCallback(r *Reader) Callback {
	return Callback{Uint[uint64](r), Uint[uint64](r), Uint[uintptr](r), Uint[uint32](r), TakeOut(r)}
}
