package host

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/remote/wire"
)

// stream is what a client sends: messages, each after its length.
func stream(list ...[]byte) (b []byte) {
	for _, m := range list {
		b = wire.AppendFrame(b, m)
	}
	return b
}

func openSmall() (providers.Instance, error) {
	s, err := providers.ParseSelector("ref,adapters=1,basic-adapters=0")
	if err != nil {
		return nil, err
	}
	return s.Open()
}

// serve serves a client that makes one call after the other.
func serve(in []byte, out io.Writer, maxWait time.Duration) error {
	c := &client{rest: in, out: out, maxWait: maxWait, last: anything, replies: make(chan uint64, 1<<10)}
	err := Serve(c, Config{Open: openSmall, Limits: Limits{Memory: 1 << 20, Objects: 100}})
	c.leave()
	return err
}

// A client sends a message when it has got the reply to the last call or a callback, or nothing
// for a while.
type client struct {
	rest []byte
	// mu guards out, which is io.Discard once the client has left: a session's last calls may
	// outlive it.
	mu      sync.Mutex
	out     io.Writer
	last    uint64 // the last call's id
	replies chan uint64
	// maxWait is how long it waits, and silences counts how often nothing came.
	maxWait  time.Duration
	silences int
}

const (
	// anything stands for an invalid reply.
	anything = ^uint64(0)
	// maxSilences is how often the client waits for nothing.
	maxSilences = 10
)

// Receive implements [wire.Conn].
func (c *client) Receive() (m []byte, err error) {
	if len(c.rest) == 0 {
		return nil, io.EOF
	}
	if c.last != anything {
		c.wait()
	}
	for len(c.replies) > 0 {
		<-c.replies // of what came before
	}
	if m, c.rest, err = wire.CutFrame(c.rest); err != nil {
		return nil, err
	}
	c.last = 0
	if wire.KindOf(m) == wire.KindCall {
		r := wire.Rest(m)
		c.last = wire.Uint[uint64](&r)
	}
	return m, nil
}

func (c *client) wait() {
	if c.silences == maxSilences {
		return
	}
	over := time.NewTimer(c.maxWait)
	defer over.Stop()
	for {
		select {
		case id := <-c.replies:
			if id == c.last || id == anything {
				return
			}
		case <-over.C:
			c.silences++
			return
		}
	}
}

// Send implements [wire.Conn].
func (c *client) Send(m []byte) error {
	id := anything
	switch wire.KindOf(m) {
	case wire.KindReply:
		r := wire.Rest(m)
		id = wire.Uint[uint64](&r)
	case wire.KindEvent, wire.KindPacket:
		id = 0
	}
	if id != 0 {
		select {
		case c.replies <- id:
		default:
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.out.Write(wire.AppendFrame(nil, m))
	return err
}

// CloseSend implements [wire.Conn].
func (c *client) CloseSend() error { return nil }

func (c *client) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out = io.Discard
}

// FuzzServe gives a session anything: it ends with the input or with an error.
func FuzzServe(f *testing.F) {
	f.Add([]byte("garbage"))
	f.Add(stream(begin()))
	f.Add(session(made(0, wire.NewProvider), made(0, wire.Methods)))
	f.Add(session(made(0, wire.Allocate, number(4096)), made(0, wire.Load, part(1, ^uint64(0)))))
	f.Add(session(made(77, wire.UnknownRelease)))
	f.Add(session(callsOfND1(f)...))
	f.Add(session(callsOfNDK(f)...))
	f.Fuzz(func(t *testing.T, in []byte) {
		if err := serve(in[:min(len(in), 1<<16)], io.Discard, 5*time.Millisecond); errors.Is(err, errHangs) {
			t.Fatal(err)
		}
	})
}

func begin() []byte { return wire.Marshal(wire.KindOpen, wire.Open{Protocol: wire.Protocol, Run: "a"}) }

// A called is a call without its id.
type called struct {
	object     uint64
	method     wire.Method
	parameters []func(*wire.Writer)
}

func made(object uint64, m wire.Method, parameters ...func(*wire.Writer)) called {
	return called{object, m, parameters}
}

// message is the call with an id.
func (c called) message(id uint64) []byte {
	m := wire.Begin(wire.KindCall)
	wire.PutUint(&m, id)
	wire.PutUint(&m, c.object)
	wire.PutUint(&m, c.method)
	for _, put := range c.parameters {
		put(&m)
	}
	return m.Bytes
}

// session are the messages of a session of calls.
func session(list ...called) []byte {
	all := [][]byte{begin()}
	for i, c := range list {
		all = append(all, c.message(uint64(i+1)))
	}
	return stream(all...)
}

func TestWhatNoClientAsksFor(t *testing.T) {
	for name, c := range map[string]called{
		"no object":     made(5, wire.UnknownRelease),
		"no method":     made(0, wire.Methods),
		"no memory":     made(0, wire.Load, part(3, 0)),
		"no fault":      made(0, wire.Undo, number(3)),
		"no callback":   made(0, wire.Return, number(3)),
		"no v1 object":  made(0, wire.ND1AdapterGetFileHandle),
		"no endpoint":   made(1, wire.ND1EndpointSend, number(0), number(0), number(0)),
		"no window":     made(1, wire.ND1EndpointWrite, number(0), number(0), yes(), number(0)),
		"no pd":         made(2, wire.NDKPDCreateMr, number(0), number(0)),
		"no parameters": made(0, wire.Allocate),
		"much behind":   made(0, wire.Clock, number(3)),
		"a long number": made(0, wire.NDKProviderOpenAdapter, func(w *wire.Writer) {
			w.Bytes = append(w.Bytes, bytes.Repeat([]byte{0xff}, 20)...)
		}),
		"much of it": made(0, wire.Store, number(1), number(0), text(make([]byte, 10))),
	} {
		conn := &endless{messages: [][]byte{begin(), c.message(1)}}
		err := Serve(conn, Config{Limits: DefaultLimits, Open: openSmall})
		if err == nil || !strings.Contains(err.Error(), "something impossible") {
			t.Errorf("%s: the session ended with %v", name, err)
		}
	}
}

// TestNothingBeyondTheLimit shows that a session beyond its memory limit gets no more memory:
// partlyReadable memory counts before it is refused.
func TestNothingBeyondTheLimit(t *testing.T) {
	h := &host{Config: Config{Limits: Limits{Memory: uint64(os.Getpagesize())}}, blocks: map[uint64]*block{}}
	if _, err := h.partlyReadable(nil, 0); err == nil {
		t.Error("there are two pages where one was to be had")
	}
	if _, _, err := h.allocate(1); err == nil {
		t.Error("there is memory beyond the limit")
	}
}

// endless is a client that stays after its messages.
type endless struct {
	wire.Conn
	messages [][]byte
}

func (e *endless) Receive() (m []byte, err error) {
	if len(e.messages) == 0 {
		select {}
	}
	m, e.messages = e.messages[0], e.messages[1:]
	return m, nil
}

func (e *endless) Send([]byte) error { return nil }
