package client

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/address"
	"github.com/ndconform/ndconform/remote/proto"
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

// A session is one stream to an agent.
type session struct {
	stream interface {
		Send(*proto.ToAgent) error
		Recv() (*proto.ToClient, error)
		CloseSend() error
	}
	sending sync.Mutex

	mu      sync.Mutex
	last    uint64 // number that was given
	waiting map[uint64]chan *proto.Reply
	closing bool
	objects map[uint64]nd2.Unknown
	ports   map[uint64]nd2.CompletionPort // by file
	// requests are the OVERLAPPEDs, by the numbers by which the far side knows them.
	requests map[uint64]*nd2.Overlapped
	numbers  map[*nd2.Overlapped]uint64
	// results are the ND_RESULTs of v1, likewise.
	results       map[uint64]*nd1.Result
	resultNumbers map[*nd1.Result]uint64
	// functions are those that the far provider may call, and callbacks counts its calls that
	// are in progress.
	functions map[uint64]function
	callbacks int

	// over is closed when nothing more will come.
	over chan struct{}
}

func (s *session) begin() {
	s.waiting, s.over = map[uint64]chan *proto.Reply{}, make(chan struct{})
	s.objects, s.ports = map[uint64]nd2.Unknown{}, map[uint64]nd2.CompletionPort{}
	s.functions = map[uint64]function{}
	s.forget()
}

// forget lets go of all requests. The lock is held, or not needed.
func (s *session) forget() {
	s.requests, s.numbers = map[uint64]*nd2.Overlapped{}, map[*nd2.Overlapped]uint64{}
	s.results, s.resultNumbers = map[uint64]*nd1.Result{}, map[*nd1.Result]uint64{}
}

// open opens the session on the stream.
func (s *session) open(o *proto.Open) (*proto.Opened, error) {
	if err := s.stream.Send(&proto.ToAgent{Open: o}); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	m, err := s.stream.Recv()
	if err != nil {
		return nil, err
	}
	if len(m.GetFrames()) != 1 {
		return nil, errors.New("the agent's first message opens no session")
	}
	f := m.GetFrames()[0]
	if e := f.GetEnded(); e != nil {
		return nil, errors.New(ended(e))
	}
	if f.GetOpened() == nil {
		return nil, errors.New("the agent's first message opens no session")
	}
	return f.GetOpened(), nil
}

func ended(e *proto.Ended) string {
	text := "the agent ended the session: " + e.GetReason()
	if e.GetTrace() != "" && e.GetRefused() {
		text += "\n" + e.GetTrace()
	}
	return text
}

// listen takes what comes, in order, until the stream ends.
func (s *session) listen() {
	defer close(s.over)
	for {
		m, err := s.stream.Recv()
		if err != nil {
			s.leave("the connection to the agent ended: "+address.Plain(err).Error(), "")
			return
		}
		for _, f := range m.GetFrames() {
			if e := f.GetEnded(); e != nil {
				s.leave("the far side's process ended: "+e.GetReason(), e.GetTrace())
				return
			}
			if err := s.take(f); err != nil {
				s.leave("what the agent says is impossible: "+err.Error(), "")
				return
			}
		}
	}
}

func (s *session) leave(reason, trace string) {
	s.mu.Lock()
	closing := s.closing
	s.mu.Unlock()
	if !closing {
		lost(reason, trace)
	}
}

// take takes one frame.
func (s *session) take(f *proto.Frame) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m := f.GetFrame().(type) {
	case *proto.Frame_Reply:
		to := s.waiting[m.Reply.GetId()]
		if to == nil {
			return fmt.Errorf("the reply to call %d, which was not made", m.Reply.GetId())
		}
		delete(s.waiting, m.Reply.GetId())
		to <- m.Reply
	case *proto.Frame_Event:
		if o := s.requests[m.Event.GetOverlapped()]; o != nil && o.Event != nil {
			if m.Event.GetSet() {
				hold(o, m.Event)
				o.Event.Set()
			} else {
				o.Event.Reset()
			}
		}
	case *proto.Frame_Packet:
		if port := s.ports[m.Packet.GetFile()]; port != nil {
			o := s.requests[m.Packet.GetOverlapped()]
			hold(o, m.Packet)
			port.Post(uintptr(m.Packet.GetKey()), o)
		}
	case *proto.Frame_Callback:
		return s.called(m.Callback)
	default:
		return fmt.Errorf("a frame of type %T", m)
	}
	return nil
}

// hold has an OVERLAPPED hold what the far one does when its request has completed.
func hold(o *nd2.Overlapped, m interface {
	GetInternal() uint64
	GetInternalHigh() uint64
},
) {
	if o != nil {
		o.Internal, o.InternalHigh = uintptr(m.GetInternal()), uintptr(m.GetInternalHigh())
	}
}

// call makes a call on an object and waits for the reply. When the session is over,
// the process is about to end, except in tests, which get an empty reply.
func (s *session) call(object uint64, c *proto.Call) *proto.Reply {
	came := make(chan *proto.Reply, 1)
	s.mu.Lock()
	s.last++
	c.Id, c.Object = s.last, object
	s.waiting[c.Id] = came
	s.mu.Unlock()

	s.sending.Lock()
	_ = s.stream.Send(&proto.ToAgent{Calls: []*proto.Call{c}}) // an error shows in what comes
	s.sending.Unlock()
	select {
	case r := <-came:
		return r
	case <-s.over:
		return &proto.Reply{Status: uint32(nd2.InternalError), Error: "the session is over"}
	}
}

// close ends the session, and returns when the far side has ended it too.
func (s *session) close() {
	s.mu.Lock()
	s.closing = true
	s.mu.Unlock()
	s.sending.Lock()
	_ = s.stream.CloseSend()
	s.sending.Unlock()
	<-s.over
}
