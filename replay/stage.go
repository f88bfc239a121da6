package replay

import (
	"context"
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// A stage is what all tracks have in common.
type stage struct {
	Options
	ends   *ndclient.Ends
	tracks []*track
	ctx    context.Context // until something stops the replay
	cancel context.CancelCauseFunc

	// mu guards the rest, and changed tells of each change.
	mu      sync.Mutex
	changed sync.Cond
	objects map[string]*object
	gone    map[string]tokens
	// made counts the objects, and playing the tracks that go on.
	made, playing int
	// addresses are the sockaddrs of listeners by their names.
	addresses map[string][]byte
	pool      memory.Pool
	content   contents
	result    Result
	failed    error // to read
}

// An object is an object that a track has created.
type object struct {
	name    string
	number  int // in the order of creation
	track   *track
	made    nd2.Unknown
	adapter *adapter
	// memory is what a region is registered with, and registered says that it is, or that a window was bound; an
	// adapter's memory is nobody's. blocks are all that is allocated for it.
	memory     []byte
	blocks     []block
	registered bool
	filled     bool // with the pattern
	// canceled is the index of the latest line that has canceled its requests.
	canceled int
	// listens says that a listener does.
	listens bool
	// references are the text's, less the first.
	references int
	tokens
	// early are a queue's results that have come before the text asks for them, and owed those of canceled requests that
	// have not come. polling guards them.
	early, owed []nd2.Result
	polling     sync.Mutex
	// context is a queue pair's.
	context uint64
}

// An adapter is an open adapter, at an end.
type adapter struct {
	ndclient.Adapter
	end    ndclient.End
	object *object
}

// A block is memory of an end.
type block struct {
	end    ndclient.End
	memory []byte
	users  *int // objects that have it
}

// waits waits for a condition of another track's.
func (s *stage) waits(is func() bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.until(is)
}

// note notes something that others may wait for.
func (s *stage) note(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	s.changed.Broadcast()
}

// wake makes all who wait look again.
func (s *stage) wake() { s.note(func() {}) }

// until waits for a condition, with the stage locked. It returns false if the time is up, or the replay is over.
func (s *stage) until(is func() bool) bool {
	over := false
	late := time.AfterFunc(s.Limit, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		over = true
		s.changed.Broadcast()
	})
	defer late.Stop()
	for !is() {
		if over || s.ctx.Err() != nil {
			return false
		}
		s.changed.Wait()
	}
	return true
}

// stop ends the replay; the first reason counts.
func (s *stage) stop(why *StopError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.result.Stopped == nil && s.ctx.Err() == nil {
		s.result.Stopped = why
	}
	s.cancel(why)
}

// differs notes a line with another outcome.
func (s *stage) differs(line recorded.Line, now string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.result.Differences = append(s.result.Differences, Difference{line, now})
}

// close closes what is still open.
func (s *stage) close() {
	for _, k := range s.tracks {
		s.leave(k)
	}
}
