package client

import (
	"fmt"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// maxPollTime is how long a call may wait for a result, in microseconds.
const maxPollTime = 2000

// pollTime is how long a call for results waits for one: a polling client makes fewer and longer calls. On
// this machine a call takes less time than a wait.
func (o *object) pollTime() uint32 {
	if n := o.empty.Load(); n > 0 && !o.side.Here {
		return min(uint32(100)<<min(n, 8), maxPollTime)
	}
	return 0
}

// getResults makes a call for results, and returns how many the provider says there were.
func getResults[T any](o *object, m wire.Method, results []T, take func(*wire.Reader) T) uint64 {
	c := o.begin(m)
	wire.PutUint(&c.Writer, uint64(len(results)))
	wire.PutUint(&c.Writer, o.pollTime())
	r := c.make()
	got := wire.Uint[uint64](&r.Reader)
	list := wire.List(&r.Reader, take)
	if uint64(len(list)) != min(got, uint64(len(results))) && !r.nothing {
		r.Fail(fmt.Errorf("%d results, of %d that there are with room for %d", len(list), got, len(results)))
	}
	copy(results, list)
	r.end()
	r.tellForgotten()
	if got == 0 {
		o.empty.Add(1)
	} else {
		o.empty.Store(0)
	}
	return got
}

// GetResults implements [nd2.CompletionQueue].
func (of *completionQueue) GetResults(results []nd2.Result) uint32 {
	return uint32(getResults(of.object, wire.CompletionQueueGetResults, results, wire.Result))
}

// GetCqResults implements [ndk.CQ].
func (of *ndkCQ) GetCqResults(results []ndk.Result) uint32 {
	return uint32(getResults(of.object, wire.NDKCQGetCqResults, results, wire.NDKResult))
}

// GetResults implements [nd1.CompletionQueue].
func (of *nd1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	return uintptr(getResults(of.object, wire.ND1CompletionQueueGetResults, results, of.handedBack))
}

// handedBack takes a v1 result from a queue: the client's, or another if the far provider has handed back a
// result that it was not given.
func (s *session) handedBack(from *wire.Reader) *nd1.Result {
	number := wire.Uint[uint64](from)
	status, bytes := wire.Uint[nd2.Status](from), wire.Uint[uintptr](from)
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.results.by[number]
	if r == nil {
		r = &nd1.Result{}
	}
	s.endResult(number)
	r.Status, r.BytesTransferred = status, bytes
	return r
}

// result writes an ND_RESULT.
func (c *call) result(r *nd1.Result) {
	n := uint64(0)
	if r != nil {
		c.mu.Lock()
		n = known(c.session, &c.results, r)
		c.granted.result = n
		c.hold(c.object, n)
		c.mu.Unlock()
	}
	wire.PutUint(&c.Writer, n)
}

// hold makes an object the only holder of a result until the result is handed back. The caller holds the
// lock.
func (s *session) hold(o *object, n uint64) {
	s.letGo(n)
	s.holders[n] = o
	o.holds = with(o.holds, n)
}

// endResult notes that a result is over. The caller holds the lock.
func (s *session) endResult(n uint64) {
	s.letGo(n)
	s.forgets(s.results.isOver(n))
}

func (s *session) letGo(n uint64) {
	if o := s.holders[n]; o != nil {
		delete(o.holds, n)
		delete(s.holders, n)
	}
}
