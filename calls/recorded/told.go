package recorded

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// told is what a recorder knows that is told of another process's calls.
type told struct {
	index int // of the process
	// going are the numbers of the lines of calls that have not returned, and ends those of the lines that wait for a
	// request's end.
	going, ends map[uint64]int
}

// apart is what the numbers of objects of one process differ by from those of the process before.
const apart = 1_000_000

// Process is the number, from 0, of the process that an object is of.
func Process(name string) int {
	n, _ := strconv.Atoi(name[len(KindOf(name)):])
	return n / apart
}

// renamed is an object's name among those of all processes.
func (r *Recorder) renamed(name string) string {
	kind := KindOf(name)
	n, err := strconv.Atoi(name[len(kind):])
	if err != nil || r.index == 0 {
		return name
	}
	return fmt.Sprintf("%s%d", kind, n+r.index*apart)
}

// on is the name of the object of a call.
func (r *Recorder) on(c *calls.Call) string {
	if c.Object != nil && c.Object.Name != "" {
		return r.renamed(c.Object.Name)
	}
	return r.name(c.Self)
}

// far is the process that a token for memory at the other end is of: another one, if there is one that knows it.
func (r *Recorder) far(token uint32) *Recorder {
	for _, other := range r.processes {
		if other != r && other.tokens[token] != "" {
			return other
		}
	}
	return r
}

// Begins notes a call with a number that begins in another process; request is the number of what it requests.
func (r *Recorder) Begins(number uint64, c *calls.Call, request uint64) {
	if slices.Contains(silent, c.Method) || c.Method == calls.CQGetResults {
		return
	}
	n := r.note(c, 0)
	if request != 0 && n >= 0 {
		r.requests[request] = n
		delete(r.ends, request)
	}
	r.going[number] = n
}

// Ends notes how the call has ended.
func (r *Recorder) Ends(number uint64, c *calls.Call, s nd2.Status) {
	n, noted := r.going[number]
	delete(r.going, number)
	switch {
	case noted:
		r.end(n, c, s)
	case c.Method == calls.CQGetResults && c.Count > 0:
		r.end(r.note(c, 0), c, s)
	default:
		r.token(c)
	}
}

// Notified notes that a request was notified. Its status is known when somebody has asked for it; see
// [Recorder.Finished].
func (r *Recorder) Notified(request uint64) { r.Finished(request, AnyStatus) }

// Finished notes that the program knows with which status a request has ended.
func (r *Recorder) Finished(request uint64, s nd2.Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	of, made := r.requests[request]
	if !made || s == nd2.Pending || r.calls[of].Status != nd2.Pending {
		return
	}
	if n, known := r.ends[request]; known {
		if s != AnyStatus {
			r.calls[n].Status = s
		}
		return
	}
	r.full = r.full || len(r.calls) == most
	if r.full {
		return
	}
	r.ends[request] = len(r.calls)
	asked := r.calls[of]
	r.calls = append(r.calls, Call{On: asked.On, Method: notified, Of: of, Request: asked.Method, Status: s})
}
