package replay

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// A Track is the calls of one text or recording.
type Track struct {
	// Each hands on the lines, in the order in which the calls began, until the context is done.
	Each func(ctx context.Context, f func(recorded.Line)) error
	// Usage is what is known of all lines of a recording; nil for a text. Calls of a recording that were refused and
	// can't be made again are skipped.
	Usage *Usage
	// Sizes are how many bytes of each region its lines need, but for those that register it.
	Sizes map[string]int
}

// Written is the track of a text that is read again each time, however long it is. length is how many calls it has; the
// error says where it is wrong.
func Written(from io.ReadSeeker) (t Track, length int, err error) {
	awaited := map[int]bool{}
	each := func(f func(recorded.Line) error) error {
		if _, err := from.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return recorded.Each(from, f)
	}
	t.Sizes = map[string]int{}
	err = each(func(line recorded.Line) error {
		length++
		grow(t.Sizes, line)
		if line.Request != "" {
			awaited[line.Of] = true
		}
		return nil
	})
	t.Each = func(ctx context.Context, f func(recorded.Line)) error {
		return each(func(line recorded.Line) error {
			line.Awaited = awaited[line.Index]
			f(line)
			return ctx.Err()
		})
	}
	return t, length, err
}

// A track is a [Track] that is being played.
type track struct {
	Track
	*stage
	number  int
	order   order
	threads map[uint32]chan recorded.Line
	workers sync.WaitGroup
	// requests are those with an OVERLAPPED whose end no line has waited for, by the indices of their lines.
	requests map[int]*ndclient.Request
	asked    map[int]recorded.Line
	// early are the Notifies that need not end, since results had come before they were called.
	early map[int]bool
	// connects counts the Connects of other tracks to each listener of this one.
	connects map[string]int
	over     bool
}

func newTrack(s *stage, number int, t Track) *track {
	k := &track{
		Track: t, stage: s, number: number, threads: map[uint32]chan recorded.Line{}, requests: map[int]*ndclient.Request{},
		asked: map[int]recorded.Line{}, early: map[int]bool{}, connects: map[string]int{},
	}
	k.order.stage, k.order.early = s, map[int]bool{}
	return k
}

// ahead is how many lines may be read that a thread has not made.
const ahead = 64

// run plays the track.
func (k *track) run() {
	err := k.Each(k.ctx, k.take)
	for _, lines := range k.threads {
		close(lines)
	}
	k.workers.Wait()
	if err != nil && k.ctx.Err() == nil {
		k.mu.Lock()
		k.failed = err
		k.mu.Unlock()
		k.cancel(err)
	}
	left := 0
	k.note(func() { k.playing--; left = k.playing })
	if k.ctx.Err() == nil { // else what goes on is to be seen
		k.settle()
		if left > 0 { // or else it may owe something
			k.leave(k)
		}
	}
	k.note(func() { k.over = true })
}

// take hands a line to its thread.
func (k *track) take(line recorded.Line) {
	if k.Usage != nil && k.Usage.skips(line) {
		k.order.ended(line.End)
		return
	}
	lines := k.threads[line.Thread]
	if lines == nil {
		lines = make(chan recorded.Line, ahead)
		k.threads[line.Thread] = lines
		k.workers.Go(func() { k.work(lines) })
	}
	select {
	case lines <- line:
	case <-k.ctx.Done():
	}
}

// work makes the calls of one thread.
func (k *track) work(lines <-chan recorded.Line) {
	for line := range lines {
		if k.order.await(line.After) {
			k.play(line)
			k.order.ended(line.End)
		}
	}
}

// play makes one call.
func (k *track) play(line recorded.Line) {
	p := &player{track: k, line: line}
	err := p.make()
	stop := new(StopError)
	skipped := errors.As(err, &stop) && line.Refused() && (k.Usage != nil || line.Status == recorded.NoInterface)
	switch {
	case err == nil || skipped:
	case errors.As(err, &stop):
		k.stop(stop)
		return
	default: // the replay is over
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if skipped {
		k.result.Skipped++
	} else {
		k.result.Calls++
	}
}

// settle compares what pended when it was recorded and was refused now, and whose end nobody has waited for.
func (k *track) settle() {
	for n, r := range k.requests {
		if line := k.asked[n]; r.Returned.Failed() && line.Status == nd2.Pending {
			k.differs(line, r.Returned.String())
		}
	}
}

// used are the kinds of objects that others use: these are closed after those, and adapters last.
var used = []string{"mr", "srq", "cq", "adapter"}

func rank(o *object) int { return slices.Index(used, recorded.KindOf(o.name)) }

// leave closes what a track has left open: what others use comes later, and else what was made last comes first.
func (s *stage) leave(k *track) {
	s.mu.Lock()
	var left []*object
	for _, o := range s.objects {
		if o.track == k {
			left = append(left, o)
		}
	}
	s.mu.Unlock()
	slices.SortFunc(left, func(a, b *object) int { return cmp.Or(rank(a)-rank(b), b.number-a.number) })
	for _, o := range left {
		for ; o.references > 0; o.references-- {
			s.tell(o, "Release")
			o.made.Release()
		}
		if m, ok := o.made.(nd2.MemoryRegion); ok && o.registered {
			s.tell(o, "Deregister")
			ndclient.Start(m, m.Deregister).Await(s.Limit)
		}
		s.tell(o, "Release")
		s.release(o)
	}
}

// tell tells of a call that no line makes.
func (s *stage) tell(o *object, method string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.playing > 0 {
		c := recorded.Call{On: o.name, Method: method, Status: recorded.AnyStatus}
		s.Sequence.note(s.Sequence.turn(), recorded.Line{Call: c, Index: -1})
	}
}

// An order is how far a track is: how many of its calls have ended, in the order in which they ended when they were
// recorded.
type order struct {
	*stage
	done  int
	early map[int]bool // those behind done that ended
}

// await waits until as many calls have ended as had when the next one was recorded. It returns false if the replay is
// over.
func (o *order) await(after int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.done < after && o.ctx.Err() == nil {
		o.changed.Wait()
	}
	return o.ctx.Err() == nil
}

// ended notes that a call has ended, by its place in the order.
func (o *order) ended(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.early[n] = true; o.early[o.done]; o.done++ {
		delete(o.early, o.done)
	}
	o.changed.Broadcast()
}
