package client

import (
	"bufio"
	"bytes"
	"io"
	"sync"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/remote/host"
	"github.com/ndconform/ndconform/remote/wire"
)

// An agent says what it was told to, whatever it hears; before a reply it waits for a call.
type agent struct {
	says  *bufio.Reader
	calls chan uint64 // their ids
	over  chan struct{}
}

func (a *agent) Send(m []byte) error {
	r := wire.Rest(m)
	select {
	case a.calls <- wire.Uint[uint64](&r):
	default:
	}
	return nil
}

func (a *agent) CloseSend() error { return nil }

// answer is the kind of a reply without an id, to the call just received: a random id seldom fits.
const answer = wire.Kind(0x80)

// replyTo is the reply to a call.
func replyTo(id uint64, rest []byte) []byte {
	return message(wire.KindReply, func(w *wire.Writer) {
		wire.PutUint(w, id)
		w.Bytes = append(w.Bytes, rest...)
	})
}

func (a *agent) Receive() ([]byte, error) {
	m, err := wire.ReadFrame(a.says)
	if k := wire.KindOf(m); err != nil || k != wire.KindReply && k != answer {
		return m, err
	}
	select {
	case id := <-a.calls:
		if wire.KindOf(m) == answer {
			m = replyTo(id, m[1:])
		}
		return m, nil
	case <-a.over:
		return nil, io.EOF
	}
}

// said is an agent's messages, each after its length.
func said(list ...[]byte) (b []byte) {
	for _, m := range list {
		b = wire.AppendFrame(b, m)
	}
	return b
}

// message is a message of a kind, with put's values.
func message(k wire.Kind, put func(*wire.Writer)) []byte {
	m := wire.Begin(k)
	put(&m)
	return m.Bytes
}

// everything is the first message of an agent whose provider offers everything.
var everything = wire.Marshal(wire.KindOpened, wire.Opened{Version: "1", Injects: true, ND1: true, NDK: true})

// A recorder notes a host's messages, for an agent to repeat.
type recorder struct {
	wire.Conn
	mu   sync.Mutex
	said [][]byte
}

func (r *recorder) Send(m []byte) error {
	again := bytes.Clone(m)
	if wire.KindOf(m) == wire.KindReply {
		rest := wire.Rest(m)
		id := replyTo(wire.Uint[uint64](&rest), nil)
		again = append([]byte{byte(answer)}, m[len(id):]...)
	}
	r.mu.Lock()
	r.said = append(r.said, again)
	r.mu.Unlock()
	return r.Conn.Send(m)
}

// recorded are the messages of a host with the engine when everything is used.
func recorded(t testing.TB) []byte {
	t.Helper()
	fromHost, toClient := io.Pipe()
	fromClient, toHost := io.Pipe()
	r, ended := &recorder{Conn: wire.NewStream(fromClient, toClient)}, make(chan error, 1)
	go func() {
		ended <- host.Serve(r, host.Config{Limits: host.DefaultLimits, Open: func() (providers.Instance, error) {
			s, err := providers.ParseSelector("ref,adapters=1,basic-adapters=0")
			if err != nil {
				return nil, err
			}
			return s.Open()
		}})
		toClient.Close()
	}()
	i, err := over(Far{Conn: wire.NewStream(fromHost, toHost), HangUp: func() error { return <-ended }})
	if err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	r.said = r.said[:1] // without the answer to Clock, for which FuzzSession does not ask
	r.mu.Unlock()
	use(i.offering())
	if err := i.Close(); err != nil {
		t.Fatal(err)
	}
	return said(r.said...)
}

// answers are those of an agent that answers each call with an object of a kind, and calls each function; an answer
// goes on with zeros, as many as needed.
func answers(kind wire.ObjectKind, zeros int) []byte {
	list := [][]byte{everything}
	for id := uint64(1); id <= 40; id++ {
		list = append(list, message(answer, func(w *wire.Writer) {
			if id > 1 { // that is the provider's, which returns no status
				wire.PutUint(w, nd2.Success)
			}
			wire.PutOut(w, wire.Out{Object: id, Kind: kind})
			w.Bytes = append(w.Bytes, make([]byte, zeros)...)
		}), message(wire.KindCallback, func(w *wire.Writer) {
			wire.PutCallback(w, wire.Callback{ID: id, Function: id, Object: wire.Out{Object: id, Kind: kind}})
		}))
	}
	return said(list...)
}

// FuzzSession makes an agent say anything: the session ends, and says why.
func FuzzSession(f *testing.F) {
	f.Add([]byte("garbage"))
	f.Add(said(everything,
		message(wire.KindReply, func(w *wire.Writer) {
			wire.PutUint(w, uint64(1))
			wire.PutOut(w, wire.Out{Object: 3, Kind: wire.IsProvider})
		}),
		message(wire.KindEvent, func(w *wire.Writer) { wire.PutEvent(w, wire.Event{Overlapped: 7, Set: true}) }),
		message(wire.KindPacket, func(w *wire.Writer) { wire.PutPacket(w, wire.Packet{File: 7}) }),
		message(wire.KindCallback, func(w *wire.Writer) {
			wire.PutCallback(w, wire.Callback{ID: 1, Function: 5, Object: wire.Out{Object: 4, Kind: wire.IsNDKSRQ}})
		}),
		nil))
	f.Add(recorded(f))
	for kind := range wire.Kinds + 1 {
		f.Add(answers(kind, 0))
		f.Add(answers(kind, 1))
	}
	f.Fuzz(func(_ *testing.T, says []byte) {
		why := make(chan string, 1)
		before := lost
		lost = func(reason, _ string) { why <- reason }
		defer func() { lost = before }()
		far := &agent{bufio.NewReader(bytes.NewReader(says)), make(chan uint64, 1<<10), make(chan struct{})}
		side := Far{Conn: far, Name: "the agent", End: connectionEnded, Arena: make([]byte, 1<<12)}
		i := &instance{session: newSession(side)}
		var err error
		i.opened, err = i.open(wire.Open{})
		if err != nil {
			return
		}
		<-far.calls // which was to open the session
		go i.listen()
		use(i.offering())
		close(far.over)
		<-i.over
		<-why
	})
}
