package client

import (
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/wire"
)

// A manner is a hostile agent's answers, and what else it says.
type manner struct {
	answers func(id uint64, m wire.Method) []byte
	// endless is repeated forever once a call of this method was answered.
	after   wire.Method
	endless func(n uint64) []byte
}

type hostile struct {
	manner
	says   chan []byte
	cut    chan struct{}
	floods chan struct{}
	once   sync.Once
	n      uint64
}

func (h *hostile) Send(m []byte) error {
	if wire.KindOf(m) == wire.KindOpen {
		return h.say(h.answers(0, 0))
	}
	r := wire.Rest(m)
	id, _, method := wire.Uint[uint64](&r), wire.Uint[uint64](&r), wire.Uint[wire.Method](&r)
	if err := h.say(h.answers(id, method)); err != nil {
		return err
	}
	if method == h.after && h.endless != nil {
		h.once.Do(func() { close(h.floods) })
	}
	return nil
}

// say says something, unless it is empty.
func (h *hostile) say(m []byte) error {
	if m == nil {
		return nil
	}
	select {
	case h.says <- m:
		return nil
	case <-h.cut:
		return io.EOF
	}
}

func (h *hostile) Receive() ([]byte, error) {
	select { // what is asked for first
	case m := <-h.says:
		return m, nil
	default:
	}
	select {
	case m := <-h.says:
		return m, nil
	case <-h.cut:
		return nil, io.EOF
	case <-h.floods:
		h.n++
		return h.endless(h.n), nil
	}
}

func (h *hostile) CloseSend() error { return nil }

// ordinary answers as an agent whose provider offers everything.
func ordinary(id uint64, m wire.Method) []byte {
	if id == 0 {
		return everything
	}
	return message(wire.KindReply, func(w *wire.Writer) {
		wire.PutUint(w, id)
		switch m {
		case wire.Clock:
			wire.PutUint(w, uint64(1))
		case wire.NewProvider:
			wire.PutOut(w, wire.Out{Object: 7, Kind: wire.IsProvider})
		case wire.Allocate:
			wire.PutBytes(w, "")
			wire.PutUint(w, uint64(9))
			wire.PutUint(w, uint64(1<<40))
			wire.PutBool(w, false)
		case wire.NDKProviderOpenAdapter:
			wire.PutUint(w, ndk.Success)
			wire.PutOut(w, wire.Out{Object: 8, Kind: wire.IsNDKAdapter})
		case wire.NDKAdapterCreatePd:
			wire.PutUint(w, ndk.Pending)
			wire.PutOut(w, wire.Out{Untouched: true})
		case wire.Load:
			wire.PutBytes(w, make([]byte, 64))
		case wire.OverlappedFileBindCompletionPort:
			wire.PutUint(w, nd2.Success)
		case wire.ProviderQueryAddressList:
			wire.PutUint(w, nd2.Success)
			wire.PutBool(w, false)
			wire.PutBool(w, false)
		}
	})
}

// but answers one method differently, and all others correctly.
func but(of wire.Method, put func(w *wire.Writer)) func(uint64, wire.Method) []byte {
	return func(id uint64, m wire.Method) []byte {
		if m != of || id == 0 {
			return ordinary(id, m)
		}
		return message(wire.KindReply, func(w *wire.Writer) {
			wire.PutUint(w, id)
			put(w)
		})
	}
}

// callback is what an agent says to call a function, with a new object each time.
func callback(n uint64) []byte {
	return message(wire.KindCallback, func(w *wire.Writer) {
		wire.PutCallback(w, wire.Callback{ID: n, Function: 1, Object: wire.Out{Object: 1000 + n, Kind: wire.IsNDKPD}})
	})
}

const hostileLimit = 20 * time.Second

// TestHostileAgents shows that an agent that lies, floods or says nothing ends the session with one line,
// in bounded memory and time, 50 times in turn.
func TestHostileAgents(t *testing.T) {
	unanswered := func(silent wire.Method) func(uint64, wire.Method) []byte {
		return func(id uint64, m wire.Method) []byte {
			if id != 0 && m == silent {
				return nil
			}
			return ordinary(id, m)
		}
	}
	for name, c := range map[string]struct {
		agent manner
		says  string
		// late says that the opening's time limit finds it, and once takes that long.
		late, once bool
	}{
		"nothing": {
			agent: manner{answers: func(uint64, wire.Method) []byte { return nil }},
			says:  "has opened no provider", late: true,
		},
		"no time": {agent: manner{answers: unanswered(wire.Clock)}, says: "does not say what time it is", late: true},
		"garbage": {
			agent: manner{answers: func(uint64, wire.Method) []byte { return []byte("garbage") }},
			says:  "opens no session",
		},
		"a foreign object": {agent: manner{answers: but(wire.NewProvider, func(w *wire.Writer) {
			wire.PutOut(w, wire.Out{Object: 3, Kind: wire.IsListener})
		})}, says: "which is no"},
		"a long list": {agent: manner{answers: but(wire.ProviderQueryAddressList, func(w *wire.Writer) {
			wire.PutUint(w, nd2.Success)
			wire.PutBool(w, true)
			wire.PutUint(w, uint64(1<<60))
		})}, says: "a list of 1152921504606846976 values"},
		"a long text": {
			agent: manner{answers: but(wire.Allocate, func(w *wire.Writer) { wire.PutUint(w, uint64(1<<62)) })},
			says:  "ends too early",
		},
		"memory that both have": {agent: manner{answers: but(wire.Allocate, func(w *wire.Writer) {
			wire.PutBytes(w, "")
			wire.PutUint(w, uint64(9))
			wire.PutUint(w, uint64(4096))
			wire.PutBool(w, true)
			wire.PutUint(w, uint64(0))
		})}, says: "64 bytes from 0 of shared memory of 0"},
		"more memory than was asked for": {agent: manner{answers: but(wire.Load, func(w *wire.Writer) {
			wire.PutBytes(w, make([]byte, 65))
		})}, says: "65 bytes of a block instead of 64"},
		"less memory than was asked for": {agent: manner{answers: but(wire.Load, func(w *wire.Writer) {
			wire.PutBytes(w, make([]byte, 63))
		})}, says: "63 bytes of a block instead of 64"},
		"a reply to no call": {agent: manner{answers: func(id uint64, m wire.Method) []byte {
			if id > 1 {
				id += 1 << 40
			}
			return ordinary(id, m)
		}}, says: "the reply to call 1099511627778, which was not made"},
		"endless replies": {agent: manner{answers: ordinary, after: wire.Load, endless: func(uint64) []byte {
			return ordinary(2, wire.NewProvider)
		}}, says: "the reply to call 2, which was not made"},
		"endless packets": {agent: manner{answers: ordinary, after: wire.Load, endless: func(uint64) []byte {
			return message(wire.KindPacket, func(w *wire.Writer) { wire.PutPacket(w, wire.Packet{File: 7}) })
		}}, says: "more packets than any provider posts"},
		"endless callbacks, and no answer": {
			agent: manner{answers: unanswered(wire.Return), after: wire.NDKAdapterCreatePd, endless: callback},
			says:  "more callbacks in progress", once: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			times := 50
			if c.once || testing.Short() {
				times = 1
			}
			before := openLimit
			defer func() { openLimit = before }()
			openLimit = hostileLimit
			if c.late {
				openLimit = time.Millisecond
			}
			goroutines := runtime.NumGoroutine()
			began, taken := time.Now(), allocated()
			for range times {
				far := &hostile{manner: c.agent}
				if says := far.meet(t); strings.Count(says, c.says) != 1 || strings.Contains(says, "\n") {
					t.Fatalf("it says %q, and not once %q", says, c.says)
				}
			}
			if took := time.Since(began); took > hostileLimit {
				t.Errorf("it took %v", took)
			}
			const most = 256 << 20
			if more := allocated() - taken; more > most && more < 1<<62 {
				t.Errorf("%d bytes more are in use", more)
			}
			settle(t, goroutines)
		})
	}
}

// TestEndlessObjects shows that a far side that returns a new object each time ends the session.
func TestEndlessObjects(t *testing.T) {
	why, before := "", lost
	defer func() { lost = before }()
	lost = func(reason, _ string) { why = reason }
	s := newSession(Far{Name: "the agent", End: connectionEnded})
	for n := range uint64(mostObjects) {
		s.object(1+n, wire.IsNDKPD, 8)
	}
	if s.object(1, wire.IsNDKPD, 8) == nil || why != "" {
		t.Errorf("an object that is known is refused: %q", why)
	}
	if s.object(1+mostObjects, wire.IsNDKPD, 8) != nil || !strings.Contains(why, "more objects than any provider has") {
		t.Errorf("one object too many: %q", why)
	}
}

// A tardy far side opens the session just when it is cut off.
type tardy struct{ cut chan struct{} }

func (f *tardy) Send([]byte) error { return nil }

func (f *tardy) Receive() ([]byte, error) {
	<-f.cut
	return everything, nil
}

func (f *tardy) CloseSend() error { return nil }

// TestTardy shows that a far side that was cut off counts as late, even if it has just opened the
// session.
func TestTardy(t *testing.T) {
	before := openLimit
	defer func() { openLimit = before }()
	openLimit = time.Millisecond
	far := &tardy{make(chan struct{})}
	i, err := over(Far{Conn: far, Name: "the agent", End: connectionEnded, Cut: func(error) { close(far.cut) }})
	if i != nil || err == nil || !strings.Contains(err.Error(), "has opened no provider") {
		t.Errorf("%v, %v", i, err)
	}
}

// settle waits until no more goroutines run than before, and a few.
func settle(t *testing.T, before int) {
	t.Helper()
	until := time.Now().Add(hostileLimit)
	for runtime.NumGoroutine() > before+4 {
		if time.Now().After(until) {
			t.Fatalf("%d goroutines are left, and %d were there before", runtime.NumGoroutine(), before)
		}
		runtime.Gosched()
	}
}

// allocated is how much memory is in use.
func allocated() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// meet makes a client's calls of the agent, and returns what the client says in the end.
func (h *hostile) meet(t *testing.T) string {
	t.Helper()
	h.says, h.cut, h.floods = make(chan []byte, 1<<8), make(chan struct{}), make(chan struct{})
	why := make(chan string, 1)
	before, cut := lost, sync.OnceFunc(func() { close(h.cut) })
	defer func() { lost = before }()
	lost = func(reason, _ string) {
		why <- reason
		cut()
	}
	i, err := over(Far{Conn: h, Name: "the agent", End: connectionEnded, Cut: func(error) { cut() }})
	if err != nil {
		cut()
		return err.Error()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.use(i)
	}()
	says := <-why
	<-done
	<-i.over
	return says
}

// use makes a call of each kind that a hostile agent may answer.
func (h *hostile) use(i *instance) {
	p := i.ND2()
	if p == nil {
		return
	}
	size := uint32(1 << 10)
	p.QueryAddressList(&nd2.SocketAddressList{}, &size)
	file := &overlappedFile{&object{session: i.session, number: 7}}
	file.BindCompletionPort(silentPort{}, 0)
	b, err := i.Allocate(64)
	if err != nil {
		return
	}
	where := &block{session: i.session, number: 9}
	where.Load(make([]byte, 64), 0)
	_ = b
	k := i.offering().(providers.NDK).NDK()
	var a ndk.Adapter
	if k.OpenAdapter(1, &a); a != nil {
		var pd ndk.PD
		a.CreatePd(func(uintptr, ndk.Status, ndk.Object) {}, 1, &pd)
	}
}

type silentPort struct{}

func (silentPort) Post(uintptr, *nd2.Overlapped) {}
