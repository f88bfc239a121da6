package host

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	protobuf "google.golang.org/protobuf/proto"

	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// messages is what a client sends, one behind the other.
func messages(t testing.TB, list ...*proto.ToAgent) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, m := range list {
		if err := wire.Write(&b, m); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func openSmall() (providers.Instance, error) {
	s, err := providers.ParseSelector("ref,adapters=1,basic-adapters=0")
	if err != nil {
		return nil, err
	}
	return s.Open()
}

// serve serves a client that makes one call after the other.
func serve(in []byte, out io.Writer, patience time.Duration) error {
	c := &client{rest: in, out: out, patience: patience, last: anything, heard: make(chan uint64, 1<<10)}
	err := Serve(c, c, Config{Open: openSmall, Limits: Limits{Memory: 1 << 20, Objects: 100}})
	c.leave()
	return err
}

// A client says a message when it has heard the reply to the last call, or a callback, or has
// heard nothing for a while.
type client struct {
	rest, now []byte
	// mu guards out, which is io.Discard once the client has left: a session's last calls may
	// outlive it.
	mu    sync.Mutex
	out   io.Writer
	last  uint64 // the last call's id
	heard chan uint64
	// patience is how long it waits, and vain counts how often it has heard nothing.
	patience time.Duration
	vain     int
}

const (
	// anything stands for what is no reply.
	anything = ^uint64(0)
	// mostVain is how often the client waits in vain.
	mostVain = 10
)

func (c *client) Read(b []byte) (int, error) {
	if len(c.now) == 0 {
		if len(c.rest) == 0 {
			return 0, io.EOF
		}
		c.next()
	}
	n := copy(b, c.now)
	c.now = c.now[n:]
	return n, nil
}

// next goes on to the next message, as far as what comes is any.
func (c *client) next() {
	if c.last != anything {
		c.wait()
	}
	for len(c.heard) > 0 {
		<-c.heard // of what came before
	}
	n, start := len(c.rest), 0
	if length, size := protowire.ConsumeVarint(c.rest); size > 0 && length <= uint64(len(c.rest)-size) {
		n, start = size+int(length), size
	}
	c.now, c.rest = c.rest[:n], c.rest[n:]
	var m proto.ToAgent
	_ = protobuf.Unmarshal(c.now[start:], &m)
	c.last = 0
	for _, call := range m.GetCalls() {
		c.last = call.GetId()
	}
}

func (c *client) wait() {
	if c.vain == mostVain {
		return
	}
	over := time.NewTimer(c.patience)
	defer over.Stop()
	for {
		select {
		case id := <-c.heard:
			if id == c.last || id == anything {
				return
			}
		case <-over.C:
			c.vain++
			return
		}
	}
}

func (c *client) Write(b []byte) (int, error) {
	var m proto.ToClient
	_ = wire.Read(bufio.NewReader(bytes.NewReader(b)), &m)
	for _, f := range m.GetFrames() {
		id := anything
		if r := f.GetReply(); r != nil {
			id = r.GetId()
		} else if f.GetEvent() != nil || f.GetPacket() != nil {
			continue
		}
		select {
		case c.heard <- id:
		default:
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out.Write(b)
}

func (c *client) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out = io.Discard
}

// FuzzServe has a session be given anything: it ends with the input or with an error.
func FuzzServe(f *testing.F) {
	f.Add([]byte("garbage"))
	f.Add(messages(f, begin()))
	f.Add(messages(f, begin(), calls(&proto.Call{Id: 1, Method: &proto.Call_NewProvider{}}, &proto.Call{Id: 2})))
	f.Add(messages(f, begin(), calls(
		&proto.Call{Id: 1, Method: &proto.Call_Allocate{Allocate: &proto.Allocate{Size: 4096}}},
		&proto.Call{Id: 2, Method: &proto.Call_Load{Load: &proto.Load{Part: &proto.Part{Block: 1, Offset: ^uint64(0), Length: 2}}}})))
	f.Add(messages(f, begin(), calls(&proto.Call{Id: 9, Object: 77, Method: &proto.Call_Release{Release: &proto.Release{}}})))
	f.Add(messages(f, one(callsOfND1(f))...))
	f.Add(messages(f, one(callsOfNDK(f))...))
	f.Fuzz(func(t *testing.T, in []byte) {
		first, _ := io.ReadAll(io.LimitReader(bytes.NewReader(in), 1<<16))
		if err := serve(first, io.Discard, 5*time.Millisecond); errors.Is(err, errHangs) {
			t.Fatal(err)
		}
	})
}

func begin() *proto.ToAgent {
	return &proto.ToAgent{Open: &proto.Open{Protocol: wire.Protocol, Run: "a"}}
}

func calls(list ...*proto.Call) *proto.ToAgent { return &proto.ToAgent{Calls: list} }

// one returns the messages of a session of calls, one a message.
func one(list []*proto.Call) []*proto.ToAgent {
	all := []*proto.ToAgent{begin()}
	for i, c := range list {
		c.Id = uint64(i + 1)
		all = append(all, calls(c))
	}
	return all
}

func TestWhatNoClientAsksFor(t *testing.T) {
	begin := &proto.ToAgent{Open: &proto.Open{}}
	for name, m := range map[string]*proto.ToAgent{
		"no object":   {Calls: []*proto.Call{{Object: 5, Method: &proto.Call_Release{Release: &proto.Release{}}}}},
		"no method":   {Calls: []*proto.Call{{}}},
		"no memory":   {Calls: []*proto.Call{{Method: &proto.Call_Load{Load: &proto.Load{Part: &proto.Part{Block: 3}}}}}},
		"no fault":    {Calls: []*proto.Call{{Method: &proto.Call_Undo{Undo: &proto.Undo{Fault: 3}}}}},
		"no callback": {Calls: []*proto.Call{{Method: &proto.Call_Return{Return: &proto.Return{Callback: 3}}}}},
		"no v1 call":  {Calls: []*proto.Call{onND1(0, &proto.ND1Call{})}},
		"no NDK call": {Calls: []*proto.Call{onNDK(0, nil)}},
		"no endpoint": {Calls: []*proto.Call{onND1(1, &proto.ND1Call{Method: &proto.ND1Call_Send{Send: &proto.ND1Request{}}})}},
		"no window":   {Calls: []*proto.Call{onND1(1, &proto.ND1Call{Method: &proto.ND1Call_Write{Write: &proto.ND1Request{MwDescriptor: make([]byte, 3)}}})}},
		"no pd":       {Calls: []*proto.Call{onNDK(2, &proto.NDKCall{Method: &proto.NDKCall_CreateMr{CreateMr: &proto.NDKCreate{}}})}},
		"much of it":  {Calls: []*proto.Call{{Method: &proto.Call_Store{Store: &proto.Store{Block: 1, Data: make([]byte, 10)}}}}},
	} {
		in := io.MultiReader(bytes.NewReader(messages(t, begin, m)), endless{})
		err := Serve(in, io.Discard, Config{Limits: DefaultLimits, Open: func() (providers.Instance, error) {
			s, err := providers.ParseSelector("ref")
			if err != nil {
				return nil, err
			}
			return s.Open()
		}})
		if err == nil {
			t.Errorf("%s: the session went on", name)
		}
	}
}

// TestNothingBeyondTheLimit shows that a session whose memory has passed its limit is given no more:
// torn memory counts before it is refused.
func TestNothingBeyondTheLimit(t *testing.T) {
	h := &host{Config: Config{Limits: Limits{Memory: uint64(os.Getpagesize())}}, blocks: map[uint64]*block{}}
	if _, err := h.torn(&proto.Torn{}); err == nil {
		t.Error("there are two pages where one was to be had")
	}
	if r := h.allocate(1); r.GetError() == "" {
		t.Error("there is memory beyond the limit")
	}
}

// endless is a client that says no more, and stays.
type endless struct{}

func (endless) Read([]byte) (int, error) { select {} }
