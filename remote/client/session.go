package client

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/internal/leak"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/wire"
)

// lostCode is the exit code of a process whose far side is gone.
const lostCode = 3

// lost is called when the far side is gone during a run. The call in progress can't be finished, and an
// invented answer would not be the provider's. So the process ends, and the run goes on with another.
var lost = func(reason, trace string) {
	fmt.Fprintf(os.Stderr, "fatal error: %s\n\n%s\n", reason, trace)
	os.Exit(lostCode)
}

// A Far is the other end of a connection: an agent or a host.
type Far struct {
	wire.Conn
	// Name is the far side's name in messages, such as "the agent".
	Name string
	// Loaded returns the provider's file, given what the far side says; it is empty if the provider is
	// linked. Digest is the file's SHA-256 from before, in hex, if known.
	Loaded func(said string) (file string, err error)
	Digest string
	// Code lists the code files seen in the other process; nil if unknown.
	Code func() []providers.CodeFile
	// Here says that the provider is on this machine.
	Here bool
	// Turns is the Conn, if waiting callers may receive.
	Turns wire.Turns
	// Arena is memory shared with the host; nil without it.
	Arena []byte
	// Held samples the other process from outside, if it is on this machine.
	Held func() leak.Sample
	// End ends a far side that has failed, and returns how it ended and its last output. err is the
	// connection's error, or nil.
	End func(err error) (reason, trace string)
	// HangUp ends the connection after the session.
	HangUp func() error
	// Cut ends the connection early, for a reason: no more messages come.
	Cut func(why error)
}

// A session is a session with an agent or a host.
type session struct {
	side    Far
	sending sync.Mutex
	calls   atomic.Uint64 // calls begun

	mu      sync.Mutex
	last    uint64            // the last number given out
	waiting map[uint64]waiter // by the ids of their calls
	latest  wire.Method       // the last method called
	closing bool
	objects map[uint64]any
	ports   map[uint64]nd2.CompletionPort // by file
	// requests are the OVERLAPPEDs, and results v1's ND_RESULTs.
	requests numbered[nd2.Overlapped]
	results  numbered[nd1.Result]
	// holders are the objects that hold results.
	holders map[uint64]*object
	// forgotten are the numbers that the far side must still forget.
	forgotten []uint64
	packets   uint64 // packets received
	// spans are the blocks' places in shared memory, sorted and disjoint.
	spans []span
	// functions are those that the far provider may call; callbacks counts its calls in progress.
	functions map[uint64]function
	callbacks int
	// closed are the files closed last, done the functions that nobody may call again; older ones are
	// forgotten.
	closed, done wire.Recent

	leaving, finishing sync.Once
	// over is closed when no more messages will come.
	over chan struct{}
}

// A waiter waits for the reply to a call.
type waiter struct {
	came   chan wire.Reader
	method wire.Method
}

func newSession(far Far) *session {
	s := &session{
		side: far, waiting: map[uint64]waiter{}, over: make(chan struct{}),
		objects: map[uint64]any{}, ports: map[uint64]nd2.CompletionPort{}, functions: map[uint64]function{},
	}
	s.forget()
	return s
}

// forget forgets all requests. The caller holds the lock, or needs none.
func (s *session) forget() {
	s.requests, s.results, s.forgotten = newNumbered[nd2.Overlapped](), newNumbered[nd1.Result](), nil
	s.holders = map[uint64]*object{}
}

// open opens the session.
func (s *session) open(o wire.Open) (opened wire.Opened, err error) {
	if err := s.side.Send(wire.Marshal(wire.KindOpen, o)); err != nil && !errors.Is(err, io.EOF) {
		return opened, err
	}
	m, err := s.side.Receive()
	if err != nil {
		return opened, err
	}
	switch wire.KindOf(m) {
	case wire.KindOpened:
		return wire.Unmarshal[wire.Opened](m)
	case wire.KindEnded:
		e, err := wire.Unmarshal[wire.Ended](m)
		if err != nil {
			return opened, err
		}
		return opened, errors.New(s.side.ended(e))
	}
	return opened, errors.New("the first message of " + s.side.Name + " opens no session")
}

func (f Far) ended(e wire.Ended) string {
	text := f.Name + " ended the session: " + e.Reason
	if e.Trace != "" && e.Refused {
		text += "\n" + e.Trace
	}
	return text
}

// impossible ends a session whose far side breaks the protocol.
func (s *session) impossible(why error) {
	s.leave(nil, "what "+s.side.Name+" says is impossible: "+why.Error(), "")
}

// leave says, once, why the session is over, unless this side has ended it: for reason or, if that is empty,
// because the connection has ended with err.
func (s *session) leave(err error, reason, trace string) {
	s.mu.Lock()
	closing, latest := s.closing, s.latest
	s.mu.Unlock()
	if closing {
		return
	}
	s.leaving.Do(func() {
		ended, output := s.side.End(err)
		lost(fmt.Sprintf("%s; the last call was %v", cmp.Or(reason, ended), latest), cmp.Or(trace, output))
	})
}

// take handles one message.
func (s *session) take(m []byte) error {
	r := wire.Rest(m)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch k := wire.KindOf(m); k {
	case wire.KindReply:
		id := wire.Uint[uint64](&r)
		to, waits := s.waiting[id]
		if !waits {
			return fmt.Errorf("the reply to call %d, which was not made", id)
		}
		delete(s.waiting, id)
		to.came <- r
		return nil // the caller takes the rest
	case wire.KindEvent:
		s.happened(wire.TakeEvent(&r))
	case wire.KindPacket:
		if s.packets++; s.packets > s.calls.Load()+morePackets {
			return errTooManyPackets
		}
		s.posted(wire.TakePacket(&r))
	case wire.KindCallback:
		c := wire.TakeCallback(&r)
		if r.Failed() == nil {
			if err := s.called(c); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("a message of kind %d", k)
	}
	return r.End()
}

// morePackets is how far packets may outnumber calls: a call has one request at most, which has one packet,
// unless the provider is wrong.
const morePackets = 1 << 16

var errTooManyPackets = errors.New("more packets than any provider posts")

// happened changes a client's event. The caller holds the lock.
func (s *session) happened(e wire.Event) {
	o := s.requests.by[e.Overlapped]
	switch {
	case o == nil || o.Event == nil:
	case e.Set:
		hold(o, e.Internal, e.InternalHigh)
		o.Event.Set()
	default:
		o.Event.Reset()
	}
}

// posted posts a packet to a client's port. The caller holds the lock.
func (s *session) posted(p wire.Packet) {
	if port := s.ports[p.File]; port != nil {
		o := s.requests.by[p.Overlapped]
		hold(o, p.Internal, p.InternalHigh)
		port.Post(p.Key, o)
	}
}

// hold copies the far OVERLAPPED of a completed request to the client's.
func hold(o *nd2.Overlapped, internal, high uintptr) {
	if o != nil {
		o.Internal, o.InternalHigh = internal, high
	}
}

// close ends the session, and returns when the far side has ended it too.
func (s *session) close() {
	s.mu.Lock()
	s.closing = true
	s.mu.Unlock()
	s.sending.Lock()
	_ = s.side.CloseSend()
	s.sending.Unlock()
	<-s.over
}
