package recorded

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// told is what a recorder knows that is told of another process's calls.
type told struct {
	index int // of the process
	// Thread is the thread of the call that begins or ends next.
	Thread uint32
	// Bytes are the first ones of the message of the call that begins next.
	Bytes []byte
	going map[uint64]begun
}

// Apart is what the numbers of objects of one process differ by from those of the process before.
const Apart = 1_000_000

// Process is the number, from 0, of the process that an object is of.
func Process(name string) int {
	n, _ := strconv.Atoi(name[len(KindOf(name)):])
	return n / Apart
}

// renamed is an object's name among those of all processes.
func (r *Recorder) renamed(name string) string {
	kind := KindOf(name)
	n, err := strconv.Atoi(name[len(kind):])
	if err != nil || r.index == 0 {
		return name
	}
	return fmt.Sprintf("%s%d", kind, n+r.index*Apart)
}

// on is the name of the object of a call.
func (r *Recorder) on(c *calls.Call) string {
	if c.Object != nil && c.Object.Name != "" {
		return r.renamed(c.Object.Name)
	}
	return r.name(c.Self)
}

// far is the process whose memory a token opens: another process, if one knows the token.
func (r *Recorder) far(token uint32) *Recorder {
	for _, all := range [][]*Recorder{r.processes, r.others} {
		for _, other := range all {
			if other != r && other.tokens[token] != "" {
				return other
			}
		}
	}
	return r
}

// An asked is a call that made an overlapped request.
type asked struct {
	of         int // its number
	on, method string
	// pends says that it has returned ND_PENDING.
	pends bool
}

// A begun is a call that has not returned.
type begun struct {
	number  int // or -1 if it is not noted
	request uint64
}

// Passing returns the recorder of the first process of a file, which hands on each line when it is complete. before is
// how many processes the files before it have, and others are the recorders of all other files' processes: tokens may
// be theirs.
func Passing(before int, others []*Recorder, pass func(Line)) *Recorder {
	n := &notes{
		listeners: map[uint16]string{}, bound: map[netip.AddrPort]string{}, before: before, others: others,
		list: list{pass: pass},
	}
	return n.process()
}

// Keep has regions stay known that are deregistered, for the recorders of other files.
func (r *Recorder) Keep() { r.keeps = true }

// End hands on all that is left, and returns the recorders of the file's processes.
func (r *Recorder) End() []*Recorder {
	r.flush(0)
	return r.processes
}

// Listeners are the listeners by the ports that they were bound to, or that they said.
func (r *Recorder) Listeners() map[uint16]string { return r.listeners }

// Begins notes a call with a number that begins in another process; request is the number of what it requests.
func (r *Recorder) Begins(number uint64, c *calls.Call, request uint64) {
	b := begun{-1, request}
	if !slices.Contains(silent, c.Method) && c.Method != calls.CQGetResults {
		b.number = r.note(c, 0, r.Thread)
	}
	if request != 0 && b.number >= 0 {
		_, method, _ := strings.Cut(c.Method, "::")
		r.requests[request] = &asked{of: b.number, on: r.on(c), method: method}
	}
	r.going[number] = b
}

// Ends notes how the call has ended.
func (r *Recorder) Ends(number uint64, c *calls.Call, s nd2.Status) {
	b := r.going[number]
	delete(r.going, number)
	switch {
	case b.number >= 0:
		r.end(b.number, c, s)
		r.pends(b.request, s)
	case c.Method == calls.CQGetResults && c.Count > 0:
		r.end(r.note(c, 0, r.Thread), c, s)
	default:
		r.token(c)
	}
}

// pends notes whether a request goes on.
func (r *Recorder) pends(request uint64, s nd2.Status) {
	if a := r.requests[request]; a != nil && s == nd2.Pending {
		a.pends = true
	} else if request != 0 {
		delete(r.requests, request)
	}
}

// Notified is no news yet: a program knows how a request has ended when it asks; see [Recorder.Finished].
func (r *Recorder) Notified(uint64) {}

// Finished notes that the program knows with which status a request has ended.
func (r *Recorder) Finished(request uint64, s nd2.Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a := r.requests[request]
	if a == nil || s == nd2.Pending || !a.pends {
		return
	}
	delete(r.requests, request)
	if r.full = r.full || r.pass == nil && len(r.lines) == most; r.full {
		return
	}
	n := r.begin(Call{On: a.on, Method: notified, Of: a.of, Request: a.method}, r.Thread)
	r.at(n).Status = s
	if a.method == "Notify" && s == nd2.Success {
		r.wakes(a.on, n)
	}
	r.ended(n)
}
