package host

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// Limits bound what a client may ask of the process.
type Limits struct {
	// Memory is how many bytes may be allocated at a time.
	Memory uint64
	// Objects is how many objects, how many requests, how many faults and how many
	// calls in progress there may be at a time.
	Objects int
}

// DefaultLimits are higher than anything that the suite needs.
var DefaultLimits = Limits{Memory: 2 << 30, Objects: 1 << 17}

// A Config says what a session serves.
type Config struct {
	// Open opens the provider.
	Open func() (providers.Instance, error)
	// Describe returns what the machine says of itself.
	Describe *proto.Host
	Limits   Limits
}

// Serve carries out one session: messages of type proto.ToAgent come from in, and messages of
// type proto.ToClient go to out. It returns when in ends, after closing the provider, or when
// the client asks for something impossible, which it is told. Calls from which the provider
// does not return are left behind, and end with the process.
func Serve(in io.Reader, out io.Writer, c Config) error {
	from := bufio.NewReaderSize(in, 64<<10)
	h := &host{Config: c, out: out, over: make(chan struct{})}
	h.forget()
	h.objects, h.numbers = map[uint64]*object{}, map[nd2.Unknown]uint64{}
	h.callbacks = map[uint64]chan struct{}{}
	h.blocks, h.faults = map[uint64]*block{}, map[uint64]func(){}
	if err := h.begin(from); err != nil {
		h.end(&proto.Ended{Reason: err.Error(), Refused: true})
		return err
	}
	read := make(chan error, 1)
	go func() { read <- h.listen(from) }()
	var err error
	select {
	case err = <-read:
	case <-h.over:
		err = h.why
	}
	if err != nil && !errors.Is(err, io.EOF) {
		h.end(&proto.Ended{Reason: err.Error()})
		return err
	}
	h.stop(nil) // no callback waits for a client that has left
	return h.close()
}

// closeLimit is how long a provider may take to close.
const closeLimit = 5 * time.Second

var errHangs = fmt.Errorf("closing the provider took longer than %v", closeLimit)

// close closes the provider. One that hangs is left behind, and ends with the process.
func (h *host) close() error {
	closed := make(chan error, 1)
	go func() { closed <- h.instance.Close() }()
	limit := time.NewTimer(closeLimit)
	defer limit.Stop()
	select {
	case err := <-closed:
		return err
	case <-limit.C:
		return errHangs
	}
}

// host is one session.
type host struct {
	Config
	instance providers.Instance
	kernel   ndk.Provider // nil if the provider offers no NDK

	sending sync.Mutex
	out     io.Writer

	mu      sync.Mutex
	last    uint64 // number that was given
	objects map[uint64]*object
	numbers map[nd2.Unknown]uint64
	blocks  map[uint64]*block
	taken   uint64 // bytes of memory
	faults  map[uint64]func()
	calls   int // in progress
	// callbacks are those in progress; each channel is closed when the function has returned.
	callbacks map[uint64]chan struct{}
	// requests are the OVERLAPPEDs by the client's numbers, and known are the numbers
	// of OVERLAPPEDs.
	requests map[uint64]*nd2.Overlapped
	known    map[*nd2.Overlapped]uint64
	// results are the ND_RESULTs of v1 by the client's numbers, resultNumbers their numbers,
	// and handles those of memory that was registered through v1.
	results       map[uint64]*nd1.Result
	resultNumbers map[*nd1.Result]uint64
	handles       map[uint64]*nd1.MRHandle

	ending sync.Once
	why    error
	over   chan struct{}
}

// begin opens the provider, after the client has said what build it is.
func (h *host) begin(from *bufio.Reader) error {
	var first proto.ToAgent
	if err := wire.Read(from, &first); err != nil {
		return fmt.Errorf("the client's first message: %w", err)
	}
	if first.GetOpen() == nil {
		return errors.New("the client's first message does not open the session")
	}
	var err error
	h.instance, err = h.Open()
	if err != nil {
		return err
	}
	opened := &proto.Opened{Version: h.instance.Version(), Host: h.Describe}
	if injector, ok := h.instance.(providers.FaultInjector); ok {
		opened.Injects = true
		for _, kind := range injector.Faults() {
			opened.Faults = append(opened.Faults, string(kind))
		}
	}
	_, opened.Nd1 = h.instance.(providers.V1)
	if offers, ok := h.instance.(providers.NDK); ok {
		h.kernel, opened.Ndk = offers.NDK(), true
	}
	h.send(&proto.Frame{Frame: &proto.Frame_Opened{Opened: opened}})
	return nil
}

// listen makes each call in a goroutine of its own, since any call may block.
func (h *host) listen(from *bufio.Reader) error {
	for {
		var m proto.ToAgent
		if err := wire.Read(from, &m); err != nil {
			return err
		}
		for _, c := range m.GetCalls() {
			h.mu.Lock()
			h.calls++
			busy := h.calls > h.Limits.Objects
			h.mu.Unlock()
			if busy {
				return fmt.Errorf("the client has more than %d calls in progress", h.Limits.Objects)
			}
			go h.carryOut(c)
		}
	}
}

func (h *host) carryOut(c *proto.Call) {
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.calls--
	}()
	r := h.call(c)
	r.Id = c.GetId()
	h.send(&proto.Frame{Frame: &proto.Frame_Reply{Reply: r}})
}

// send sends the client a message. If that fails, the session is about to end anyway.
func (h *host) send(f *proto.Frame) {
	h.sending.Lock()
	defer h.sending.Unlock()
	if err := wire.Write(h.out, &proto.ToClient{Frames: []*proto.Frame{f}}); err != nil {
		h.stop(fmt.Errorf("the client can't be told: %w", err))
	}
}

func (h *host) end(e *proto.Ended) {
	h.send(&proto.Frame{Frame: &proto.Frame_Ended{Ended: e}})
}

func (h *host) stop(err error) {
	h.ending.Do(func() {
		h.why = err
		close(h.over)
	})
}

// violated ends the session because of a call that no client makes, and that call's
// goroutine.
func (h *host) violated(format string, args ...any) {
	h.stop(fmt.Errorf("the client asks for something impossible: "+format, args...))
	runtime.Goexit()
}

// number returns a number that nothing else in the session has. The lock is held.
func (h *host) number() uint64 {
	h.last++
	return h.last
}

// forget lets go of all requests and handles, since there is no object left that could end
// one, or be given one.
func (h *host) forget() {
	h.requests, h.known = map[uint64]*nd2.Overlapped{}, map[*nd2.Overlapped]uint64{}
	h.results, h.resultNumbers = map[uint64]*nd1.Result{}, map[*nd1.Result]uint64{}
	h.handles = map[uint64]*nd1.MRHandle{}
}
