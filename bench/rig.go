package bench

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// Messages begin on a page, as programs' messages do: the offsets of two buffers in their pages decide how long a
// copy takes. Around each message lies a page, if a registration has room for it; guard bytes of that page are
// checked.
const (
	guard = 64
	page  = 4 << 10
)

// A rig is an adapter at each end, with a listener and memory.
type rig struct {
	side  [2]*side
	clock *clock
	pool  memory.Pool
	rng   *rand.Rand
	// gap is how many bytes lie around each message: a page, if a registration has room for it.
	gap int
	// links are the links made, by configuration.
	links map[linkConfig]*link
	// requests is a queue pair's largest depth, results a completion queue's; depth is the usual depth of queue
	// pairs.
	requests, results, depth int
}

// depthMost is the usual depth, if adapters allow it.
const depthMost = 128

// A side is an adapter at one end.
type side struct {
	ndclient.End
	ndclient.Adapter
	listener nd2.Listener // at end 1
	address  []byte       // the listener's
	region   nd2.MemoryRegion
	memory   []byte
	// out and in are the memory for outgoing and incoming messages.
	out, in []byte
	// area is in with its guards.
	area []byte
	// token and remote are the region's tokens.
	token, remote uint32
}

// newRig opens both ends, with memory for messages of up to largest bytes, as far as the adapters allow. The caller
// releases the rig even after an error.
func newRig(ends *ndclient.Ends, largest int, limit time.Duration) (*rig, error) {
	r := &rig{clock: newClock(limit), rng: rand.New(rand.NewPCG(1, 2)), links: map[linkConfig]*link{}, gap: page}
	for e := range r.side {
		r.side[e] = &side{End: ends.End[e]}
	}
	r.requests = int(r.least(func(i *nd2.AdapterInfo) uint32 {
		return min(i.MaxInitiatorQueueDepth, i.MaxReceiveQueueDepth)
	}))
	r.results = int(r.least(func(i *nd2.AdapterInfo) uint32 { return i.MaxCompletionQueueDepth }))
	r.depth = min(depthMost, r.requests, max(r.results, 2)-1) // the maximum may be refused: ruling below-maximum
	for _, s := range r.side {
		r.gap = max(guard, min(r.gap, int(s.Info.MaxRegistrationSize/8)))
	}
	for _, s := range r.side {
		room := max(0, int64(s.Info.MaxRegistrationSize)/2-3*int64(r.gap))
		largest = int(min(uint64(largest), uint64(s.Info.MaxTransferLength), uint64(room)))
	}
	for e := range r.side {
		if err := r.open(r.side[e], largest); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r *rig) open(s *side, largest int) (err error) {
	var f *ndclient.Failure
	if s.Adapter, f = s.End.Open(nil); f != nil {
		return f
	}
	if s == r.side[1] {
		if s.listener, f = ndclient.Create[nd2.Listener](s.Listener()); f != nil {
			return f
		}
		if s.address, f = s.Listen(s.listener); f != nil {
			return f
		}
	}
	span := (largest+r.gap-1)/r.gap*r.gap + r.gap // a message and the gap before it
	if s.memory, err = s.Allocate(&r.pool, 2*span+r.gap); err != nil {
		return err
	}
	s.out, s.in = s.memory[r.gap:][:largest], s.memory[span+r.gap:][:largest]
	s.area = s.memory[span+r.gap-guard:][:guard+largest+guard]
	if s.region, f = ndclient.Create[nd2.MemoryRegion](s.MemoryRegion()); f != nil {
		return f
	}
	if f = r.register(s.region, s.memory); f != nil {
		return f
	}
	s.token, s.remote = s.region.GetLocalToken(), s.region.GetRemoteToken()
	return nil
}

// rights are all rights of a region.
const rights = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink

// register registers memory to a region.
func (r *rig) register(region nd2.MemoryRegion, b []byte) *ndclient.Failure {
	return ndclient.Insist(region, func(o *nd2.Overlapped) nd2.Status { return region.Register(b, rights, o) }).
		Succeed("Register", r.clock.limit)
}

// apart reports whether an end is in another process: then a call takes the time of a message there, and that
// process's processor time is unknown.
func (r *rig) apart() bool { return apart(r.side[0].End, r.side[1].End) }

func apart(ends ...ndclient.End) bool {
	for _, e := range ends {
		if _, elsewhere := e.Instance.(providers.Memory); elsewhere {
			return true
		}
	}
	return false
}

// inOrder reports whether both adapters say that a message's last byte arrives last. Source: IND2Adapter.md,
// ND2_ADAPTER_INFO structure, AdapterFlags.
func (r *rig) inOrder() bool {
	return r.side[0].Info.AdapterFlags&r.side[1].Info.AdapterFlags&nd2.AdapterInOrderDMA != 0
}

// least returns the lower value of a member of both ends' adapter information.
func (r *rig) least(member func(*nd2.AdapterInfo) uint32) uint32 {
	return min(member(&r.side[0].Info), member(&r.side[1].Info))
}

// list is a list with one entry, or with none for no bytes.
func (s *side) list(b []byte) []nd2.SGE {
	if len(b) == 0 {
		return nil
	}
	return []nd2.SGE{{Buffer: b, MemoryRegionToken: s.token}}
}

// release releases the rig.
func (r *rig) release() {
	r.clock.tick.Stop()
	for _, l := range r.links {
		l.release()
	}
	for _, s := range r.side {
		if s == nil {
			continue
		}
		if s.region != nil {
			over := s.token == 0 && s.remote == 0 ||
				ndclient.Start(s.region, s.region.Deregister).Succeed("Deregister", r.clock.limit) == nil
			s.region.Release()
			if over { // otherwise the adapter may still use it
				s.Free(&r.pool, s.memory)
			}
		}
		if s.listener != nil {
			s.listener.Release()
		}
		s.Close()
	}
}

// An unsupportedError says why a measurement is not possible.
type unsupportedError string

// Error implements error.
func (e unsupportedError) Error() string { return string(e) }

func unsupported(format string, args ...any) error {
	return unsupportedError(fmt.Sprintf(format, args...))
}

// create creates an object. If an adapter lacks the resources or the feature, the error is an unsupportedError.
func create[T nd2.Unknown](c ndclient.Creation) (T, error) {
	made, f := ndclient.Create[T](c)
	switch {
	case f == nil:
		return made, nil
	case f.Status == nd2.NotSupported:
		return made, unsupported("%v", f)
	}
	return made, failed(f)
}

// failed returns the error of a failed call. If an adapter lacks resources, such as ports, the measurement is
// unsupported.
func failed(f *ndclient.Failure) error {
	switch {
	case f == nil:
		return nil
	case ndclient.Exhausted(f.Status) || f.Method == "Bind" && f.Status == nd2.TooManyAddresses:
		return unsupported("%v", f)
	}
	return f
}

// moves returns an error if the adapters can't carry out an operation.
func (r *rig) moves(op string) error {
	if op == opRead && r.reads() == 0 {
		return unsupported("the adapters have limits of no Reads")
	}
	return nil
}
