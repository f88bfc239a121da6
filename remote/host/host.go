package host

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/wire"
)

// Command is the hidden command with which a program serves a session.
const Command = "agent-session"

// Limits bound what a client may use of the process.
type Limits struct {
	// Memory limits the allocated bytes.
	Memory uint64
	// Objects limits the objects, and likewise the requests, the faults and the calls in progress.
	Objects int
}

// DefaultLimits are higher than any need of the suite.
var DefaultLimits = Limits{Memory: 2 << 30, Objects: 1 << 17}

// A Config configures a session.
type Config struct {
	// Open opens the provider.
	Open func() (providers.Instance, error)
	// Describe is what the machine says of itself.
	Describe wire.Host
	Limits   Limits
	// Turns is the connection, if a goroutine that makes a call may receive the next.
	Turns wire.Turns
	// Arena is memory shared with the client; nil without it.
	Arena []byte
}

// Serve carries out one session. It returns after closing the provider when the client has no more to say,
// or when the client breaks the protocol; the client is told. Calls from which the provider does not
// return are left behind, and end with the process.
func Serve(conn wire.Conn, c Config) error { return newHost(conn, c).serve() }

func newHost(conn wire.Conn, c Config) *host {
	h := &host{Config: c, conn: conn, over: make(chan struct{})}
	h.forget()
	h.pool.Within = c.Arena
	h.objects, h.numbers = map[uint64]*object{}, map[nd2.Unknown]uint64{}
	h.callbacks = map[uint64]chan struct{}{}
	h.blocks, h.faults = map[uint64]*block{}, map[uint64]func(){}
	return h
}

func (h *host) serve() error {
	if err := h.begin(); err != nil {
		h.end(wire.Ended{Reason: err.Error(), Refused: true})
		return err
	}
	read := make(chan error, 1)
	go func() { read <- h.listen() }()
	var err error
	select {
	case err = <-read:
	case <-h.over:
		err = h.why
	}
	if err != nil && !errors.Is(err, io.EOF) {
		h.end(wire.Ended{Reason: err.Error()})
		return err
	}
	h.stop(nil) // no callback waits for a client that has left
	return h.close()
}

// closeLimit is how long a provider may take to close.
const closeLimit = 5 * time.Second

var errHangs = fmt.Errorf("closing the provider took longer than %v", closeLimit)

// close closes the provider. A provider that hangs is left behind, and ends with the process.
func (h *host) close() error {
	closed := make(chan error, 1)
	go func() { closed <- h.instance.Close() }()
	limit := time.NewTimer(closeLimit)
	defer limit.Stop()
	select {
	case err := <-closed:
		return err
	case <-limit.C:
	}
	select {
	case err := <-closed: // both had come
		return err
	default:
		return errHangs
	}
}

// A host makes the calls of one session on its provider.
type host struct {
	Config
	instance providers.Instance
	kernel   ndk.Provider // nil if the provider offers no NDK

	sending sync.Mutex
	conn    wire.Conn

	mu      sync.Mutex
	last    uint64 // the last number given out
	objects map[uint64]*object
	numbers map[nd2.Unknown]uint64
	pool    memory.Pool // keeps freed memory for later blocks
	blocks  map[uint64]*block
	taken   uint64 // allocated bytes
	faults  map[uint64]func()
	calls   int // in progress
	// callbacks are the callbacks in progress; each channel is closed when the function has returned.
	callbacks map[uint64]chan struct{}
	// requests are the OVERLAPPEDs, and results v1's ND_RESULTs, by the client's numbers; handles are
	// those of memory registered through v1.
	requests numbered[nd2.Overlapped]
	results  numbered[nd1.Result]
	handles  map[uint64]registered
	// closed are the files closed last, retired the handles of memory deregistered last; older ones are
	// forgotten.
	closed, retired wire.Recent

	ending sync.Once
	why    error
	over   chan struct{}
}

var (
	errNoOpen     = errors.New("the client's first message does not open the session")
	errNoCall     = errors.New("a message that is no call")
	errNoInjector = errors.New("the provider injects no faults")
)

// begin opens the provider, once the client has named its build.
func (h *host) begin() error {
	first, err := h.conn.Receive()
	if err != nil {
		return fmt.Errorf("the client's first message: %w", err)
	}
	if wire.KindOf(first) != wire.KindOpen {
		return errNoOpen
	}
	h.instance, err = h.Open()
	if err != nil {
		return err
	}
	opened := wire.Opened{Version: providers.VersionOf(h.instance), Host: h.Describe}
	if injector, ok := h.instance.(providers.FaultInjector); ok {
		opened.Injects = true
		for _, kind := range injector.Faults() {
			opened.Faults = append(opened.Faults, string(kind))
		}
	}
	if loaded, ok := h.instance.(providers.Subject); ok {
		opened.File = loaded.File()
	}
	_, opened.ND1 = h.instance.(providers.V1)
	if offers, ok := h.instance.(providers.NDK); ok {
		h.kernel, opened.NDK = offers.NDK(), true
	}
	h.say(wire.Marshal(wire.KindOpened, opened))
	return nil
}

func (h *host) send(m wire.Writer) { h.say(m.Bytes) }

// say sends the client a message. An error does not matter: the session ends soon.
func (h *host) say(message []byte) {
	h.sending.Lock()
	defer h.sending.Unlock()
	if err := h.conn.Send(message); err != nil {
		h.stop(fmt.Errorf("the client can't be told: %w", err))
	}
}

func (h *host) end(e wire.Ended) { h.say(wire.Marshal(wire.KindEnded, e)) }

func (h *host) stop(err error) {
	h.ending.Do(func() {
		h.why = err
		close(h.over)
	})
}

// violated ends the session because of a call that no client makes, and the call's goroutine.
func (h *host) violated(format string, args ...any) {
	h.stop(fmt.Errorf("the client asks for something impossible: "+format, args...))
	runtime.Goexit()
}

// number returns an unused number. The caller holds the lock.
func (h *host) number() uint64 {
	h.last++
	return h.last
}

// forget forgets all requests and handles, since no object is left to end or use them.
func (h *host) forget() {
	h.requests, h.results = newNumbered[nd2.Overlapped](), newNumbered[nd1.Result]()
	h.handles, h.retired = map[uint64]registered{}, nil
}
