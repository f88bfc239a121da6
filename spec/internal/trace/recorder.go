// Package trace stands between a spec and a provider: it forwards every call and
// remembers the last ones, so that a failure can show what led to it.
package trace

import (
	"fmt"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// kept is how many calls a Recorder remembers.
const kept = 64

// A Recorder remembers the latest calls of one spec.
type Recorder struct {
	mu      sync.Mutex
	began   time.Time
	calls   []call
	total   int
	counts  map[string]int
	garbage []string
}

// NewRecorder gives a Recorder of a spec that begins now.
func NewRecorder() *Recorder { return &Recorder{began: time.Now()} }

type call struct {
	at             time.Duration
	object, method string
	args           []any
	result         any
}

// Led gives the calls since it was called last, oldest first, and the objects that
// they name.
func (r *Recorder) Led() (calls []finding.Call, objects []finding.Object) {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := 0
	if r.total > kept {
		first = r.total % kept
	}
	for i := range r.calls {
		calls = append(calls, r.calls[(first+i)%len(r.calls)].shown())
	}
	r.calls, r.total = nil, 0
	return calls, nil
}

// Name is an object's name in the trace, or its type's.
func Name(object any) string {
	if n, ok := object.(named); ok {
		return n.traceName()
	}
	return fmt.Sprintf("%T", object)
}

// Garbage lists what came back that no provider may return.
func (r *Recorder) Garbage() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.garbage...)
}

func (r *Recorder) note(object, method string, result any, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := call{time.Since(r.began), object, method, args, result}
	if r.total < kept {
		r.calls = append(r.calls, c)
	} else {
		r.calls[r.total%kept] = c
	}
	r.total++
}

func (r *Recorder) reject(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.garbage = append(r.garbage, fmt.Sprintf(format, args...))
}

// name gives an object's name in the trace: its kind and how many there were.
func (r *Recorder) name(kind string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counts == nil {
		r.counts = map[string]int{}
	}
	r.counts[kind]++
	return fmt.Sprintf("%s%d", kind, r.counts[kind])
}

func (c call) shown() finding.Call {
	args := make([]string, len(c.args))
	for i, a := range c.args {
		args[i] = show(a)
	}
	shown := finding.Call{At: c.at.Seconds(), Thread: 1, Object: c.object, Method: c.method, Arguments: strings.Join(args, ", ")}
	if c.result != nil {
		shown.Result = show(c.result)
	}
	return shown
}

func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case named:
		return v.traceName()
	case *nd2.Overlapped:
		return fmt.Sprintf("overlapped@%x", addressOf(v)&0xffff)
	case []nd2.SGE:
		return entries(v, func(e nd2.SGE) int { return len(e.Buffer) })
	case []nd1.SGE:
		return entries(v, func(e nd1.SGE) int { return len(e.Buffer) })
	case []ndk.SGE:
		return entries(v, func(e ndk.SGE) int { return len(e.Buffer) })
	case []byte:
		return fmt.Sprintf("%d bytes", len(v))
	case uint64:
		return fmt.Sprintf("%#x", v)
	case *nd1.Result:
		return fmt.Sprintf("result@%x", uintptr(unsafe.Pointer(v))&0xffff)
	case nd1.MWDescriptor:
		base, length := v.Range()
		return fmt.Sprintf("window of %d bytes at %#x", length, base)
	case []nd2.Result:
		return list(v, func(r nd2.Result) string {
			return fmt.Sprintf("%v %v context %d", r.RequestType, r.Status, r.RequestContext)
		})
	case []v1Result:
		return list(v, func(r v1Result) string { return show(r.at) + " " + r.Status.String() })
	case []ndk.Result:
		return list(v, func(r ndk.Result) string { return fmt.Sprintf("%v context %d", r.Status, r.RequestContext) })
	}
	return fmt.Sprint(v)
}

func entries[T any](sge []T, length func(T) int) string {
	total := 0
	for _, e := range sge {
		total += length(e)
	}
	return fmt.Sprintf("%d entries of %d bytes", len(sge), total)
}

func list[T any](results []T, one func(T) string) string {
	out := make([]string, len(results))
	for i, r := range results {
		out[i] = one(r)
	}
	return "[" + strings.Join(out, "; ") + "]"
}

// value is what a pointer points to now, or nil.
func value[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}
