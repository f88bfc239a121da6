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

// lost is called when the far side is gone in the middle of a run: what was being done can't
// be finished, and no answer that this process could make up would be the provider's. The
// process ends, and the run goes on with another one.
var lost = func(reason, trace string) {
	fmt.Fprintf(os.Stderr, "fatal error: %s\n\n%s\n", reason, trace)
	os.Exit(lostCode)
}

// A Far is the other end of a connection: an agent, or a host.
type Far struct {
	wire.Conn
	// Name is what messages call it, as in "the agent".
	Name string
	// Loaded returns the file that the provider was loaded from, or nothing if it is this program, given
	// what the other end says of it; Digest is its SHA-256 from before, in hex, if it is known.
	Loaded func(said string) (file string, err error)
	Digest string
	// Code lists the files of code that the other process was seen to have, if that is known.
	Code func() []providers.CodeFile
	// Here says that the provider is on this machine.
	Here bool
	// Turns is the Conn, if whoever waits for a reply may take what comes.
	Turns wire.Turns
	// Arena is memory that the host has, too, if there is any.
	Arena []byte
	// Held takes a sample of the other process from outside, if it is on this machine.
	Held func() leak.Sample
	// End ends what is left at the other end when it has gone wrong, and returns how that ended, given
	// the error of the connection, or nil, and the last output there.
	End func(err error) (reason, trace string)
	// HangUp ends the connection when the session is over.
	HangUp func() error
	// Cut ends the connection before that, for a reason: nothing more comes.
	Cut func(why error)
}

// A session is one with an agent, or with a host.
type session struct {
	side    Far
	sending sync.Mutex
	calls   atomic.Uint64 // that were begun

	mu      sync.Mutex
	last    uint64            // number that was given
	waiting map[uint64]waiter // by the ids of their calls
	latest  wire.Method       // that was called
	closing bool
	objects map[uint64]any
	ports   map[uint64]nd2.CompletionPort // by file
	// requests are the OVERLAPPEDs, and results the ND_RESULTs of v1.
	requests numbered[nd2.Overlapped]
	results  numbered[nd1.Result]
	// holders are the objects that have results which they have not handed back.
	holders map[uint64]*object
	// forgotten are those that the far side does not know yet to be forgotten.
	forgotten []uint64
	packets   uint64 // that have come
	// spans are where blocks are in the memory that both sides have, sorted; no two overlap.
	spans []span
	// functions are those that the far provider may call, and callbacks counts its calls that
	// are in progress.
	functions map[uint64]function
	callbacks int
	// closed are the files that were closed last, and done the functions that nobody may call again; what
	// is older is forgotten.
	closed, done wire.Recent

	leaving, finishing sync.Once
	// over is closed when nothing more will come.
	over chan struct{}
}

// A waiter waits for the reply to a call of a method.
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

// forget lets go of all requests. The lock is held, or not needed.
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

// impossible leaves a far side that says what none can.
func (s *session) impossible(why error) {
	s.leave(nil, "what "+s.side.Name+" says is impossible: "+why.Error(), "")
}

// leave says, once, why the session is over, unless this side has ended it: for a reason or, if
// there is none, because the connection has ended with err.
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

// take takes one message.
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
		return nil // whoever made the call takes the rest
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

// morePackets is how many more packets there may be than calls: a call is given a request at most, which has
// one packet, unless the provider is wrong.
const morePackets = 1 << 16

var errTooManyPackets = errors.New("more packets than any provider posts")

// happened has an event of the client's changed. The lock is held.
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

// posted has a packet posted to a port of the client's. The lock is held.
func (s *session) posted(p wire.Packet) {
	if port := s.ports[p.File]; port != nil {
		o := s.requests.by[p.Overlapped]
		hold(o, p.Internal, p.InternalHigh)
		port.Post(p.Key, o)
	}
}

// hold has an OVERLAPPED hold what the far one does when its request has completed.
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
