package trace

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/petermattis/goid"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
)

const (
	// kept is how many calls of a thread a Recorder remembers.
	kept = 48
	// threadsMost is how many threads' calls are shown: of those that called last.
	threadsMost = 8
)

// A Recorder remembers the latest calls of one spec, and names its objects.
type Recorder struct {
	mu      sync.Mutex
	began   time.Time
	threads map[int64]*thread
	// makers are the calls that have made the latest request with each OVERLAPPED.
	makers  map[*nd2.Overlapped]*call
	last    uint64 // numbers what begins and what ends
	called  map[string]bool
	garbage []string
	// guard is that of [Recorder.Guard], and took that of [Recorder.Took].
	guard func(method string) (returned func())
	took  map[string]time.Duration
	// longest is that of [Recorder.Limit].
	longest longest
	requests
	holdings
	names
	judged
}

// A thread is what a goroutine has called.
type thread struct {
	number int
	// open are the calls that have not returned, each made within the one before.
	open []*call
	// done is a ring of those that have, next the place of the next one.
	done []*call
	next int
}

// A call is a call of the provider, or a callback.
type call struct {
	recorder       *Recorder
	thread         *thread
	at             time.Duration
	ended          uint64
	object, method string
	// of is the method as the documents name it; see [MethodOf].
	of string
	// labels are those of args, with spaces between; see [names.arguments].
	labels string
	args   []any
	result any
	// out has a label and a value in turn.
	out   []any
	times int
	// poll says that the call found nothing yet.
	poll bool
	// took is how long it went on, if that was long and it was not asked to wait.
	took time.Duration
	// waits says that the call was asked not to return before something happens.
	waits bool
	// returned is what the guard is told by, or nil.
	returned func()
	// canceledBy names the method that cancels the request that the call has posted, if one has
	// been called: its result is due, and says so. It is [Failure] if the queue pair has failed.
	canceledBy string
	// halfFilledBy names what has canceled the requests of a queue pair since, if the call is a
	// Receive of its shared queue: the Receive is due if a part of a message is in it.
	halfFilledBy string
}

// NewRecorder returns a Recorder of a spec that begins now.
func NewRecorder() *Recorder {
	r := &Recorder{
		began: time.Now(), threads: map[int64]*thread{}, makers: map[*nd2.Overlapped]*call{}, called: map[string]bool{},
	}
	r.judges(r)
	return r
}

// begin notes that a call of the provider is made, if the guard lets it be made.
func (r *Recorder) begin(object, method, labels string, args ...any) *call {
	c := r.call(object, method, labels, args)
	if r.guard != nil {
		c.returned = r.guard(c.of)
	}
	return r.enter(c)
}

func (r *Recorder) note(object, method, labels string, args ...any) *call {
	return r.enter(r.call(object, method, labels, args))
}

func (r *Recorder) call(object, method, labels string, args []any) *call {
	for i, a := range args {
		args[i] = keep(a)
	}
	return &call{
		recorder: r, object: object, method: method, of: MethodOf(object, method), labels: labels, args: args, times: 1,
	}
}

// enter notes a call that begins.
func (r *Recorder) enter(c *call) *call {
	c.at = time.Since(r.began)
	r.mu.Lock()
	defer r.mu.Unlock()
	c.thread = r.thread(goid.Get())
	c.thread.open = append(c.thread.open, c)
	r.called[c.of] = true
	if o := overlappedOf(c); o != nil {
		r.makers[o] = c
	}
	r.posted(c)
	return c
}

// event notes a call back, which has no result.
func (r *Recorder) event(object, method, labels string, args ...any) {
	r.note(object, method, labels, args...).end(nil)
}

// end notes that the call has returned, with what it wrote to its caller's memory:
// labels and values in turn.
func (c *call) end(result any, out ...any) {
	defer c.recorder.exceeded(c)
	c.recorder.mu.Lock()
	defer c.recorder.mu.Unlock()
	c.back()
	c.result, c.out = result, out
	c.recorder.settled(c)
	c.recorder.hold(c)
	c.finish()
}

// polled is end for a call that may be made again and again: if nothing was found, those that find as little are
// counted together.
func (c *call) polled(nothing bool, result any) {
	c.recorder.mu.Lock()
	defer c.recorder.mu.Unlock()
	c.back()
	c.result, c.poll = result, nothing
	c.recorder.settled(c)
	c.recorder.hold(c)
	if earlier := c.thread.polled(c); earlier != nil {
		c.thread.left(c)
		earlier.times++
		return
	}
	c.finish()
}

// finish has the lock.
func (c *call) finish() {
	t := c.thread
	t.left(c)
	c.recorder.last++
	c.ended = c.recorder.last
	if len(t.done) < kept {
		t.done = append(t.done, c)
		return
	}
	t.done[t.next] = c
	t.next = (t.next + 1) % kept
}

// left takes a call from those that have not returned.
func (t *thread) left(c *call) {
	t.open = slices.DeleteFunc(t.open, func(o *call) bool { return o == c })
}

// pollsMost is how many objects that are polled in turn are told apart.
const pollsMost = 4

// polled finds an earlier poll of the same, with nothing but other polls since.
func (t *thread) polled(c *call) *call {
	for back := 1; c.poll && back <= min(pollsMost, len(t.done)); back++ {
		e := t.done[(t.next+len(t.done)-back)%len(t.done)]
		if !e.poll {
			return nil
		}
		if e.object == c.object && e.method == c.method && (len(c.args) == 0 || e.args[0] == c.args[0]) {
			return e
		}
	}
	return nil
}

func (r *Recorder) thread(id int64) *thread {
	t := r.threads[id]
	if t == nil {
		t = &thread{number: len(r.threads) + 1}
		r.threads[id] = t
	}
	return t
}

// Led returns the calls that ended since it was called last, in the order in which they
// did, and then those that have not, and the objects that they name.
func (r *Recorder) Led() (calls []finding.Call, objects []finding.Object) {
	r.mu.Lock()
	defer r.mu.Unlock()
	calls, objects = r.led()
	for _, t := range r.latest() {
		t.done, t.next = nil, 0
	}
	return calls, objects
}

// led is [Recorder.Led] without the end of anything. The recorder is locked.
func (r *Recorder) led() (calls []finding.Call, objects []finding.Object) {
	var done, open []*call
	for _, t := range r.latest() {
		done, open = append(done, t.done...), append(open, t.open...)
	}
	slices.SortFunc(done, func(a, b *call) int { return cmp.Compare(a.ended, b.ended) })
	slices.SortFunc(open, func(a, b *call) int { return cmp.Compare(a.at, b.at) })
	named := map[string]bool{}
	for _, c := range slices.Concat(done, open) {
		calls = append(calls, r.shown(c))
		named[c.object] = true
		for _, a := range c.args {
			if name := nameOf(a); name != "" {
				named[name] = true
			}
		}
	}
	return calls, r.objects(named)
}

// latest are the threads with an open call, the longest wait first, and then the others, the latest end first.
func (r *Recorder) latest() []*thread {
	var list []*thread
	for _, t := range r.threads {
		if len(t.done)+len(t.open) > 0 {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b *thread) int {
		return cmp.Or(cmp.Compare(a.since(), b.since()), cmp.Compare(b.recent(), a.recent()))
	})
	return list[:min(len(list), threadsMost)]
}

// since is when the thread's oldest open call began. A call that was asked to wait comes behind all that were not, and
// a thread without open calls last.
func (t *thread) since() time.Duration {
	const never, waiting = math.MaxInt64, math.MaxInt64 - 1
	since := time.Duration(never)
	for _, c := range t.open {
		if c.waits {
			since = min(since, waiting)
		} else {
			since = min(since, c.at)
		}
	}
	return since
}

func (t *thread) recent() (latest uint64) {
	for _, c := range t.done {
		latest = max(latest, c.ended)
	}
	return latest
}

// Called lists the methods that have been called, as the documents name them, sorted.
func (r *Recorder) Called() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.called))
}

// Garbage lists what came back that no provider may return.
func (r *Recorder) Garbage() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.garbage...)
}

func (r *Recorder) reject(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.garbage = append(r.garbage, fmt.Sprintf(format, args...))
}
