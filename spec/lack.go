package spec

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// Pages let a call fail for want of resources at any time, and give no number that an adapter
// must have. So a spec asks for the least with which there can be a connection: on each adapter
// one object of each kind for each end, of an ordinary size, and one request in progress. What
// goes beyond is no rule's, and a spec that does not get it is unobservable. This is decided here
// alone, of whatever fails a spec (see [failAs]) and of each request that a spec starts.

// ordinarySize is the most that a spec's ordinary ends ask for: results, and bytes of a region.
const (
	ordinarySize  = 64 << 10
	ordinaryDepth = 32
)

// supply is what the specs of a process have got, and what the running one may ask for.
type supply struct {
	mu sync.Mutex
	// got is what each method has given to earlier specs.
	got map[string]trace.Got
	// faults counts the injected faults in effect, by the call that each makes fail, no ports by none: what they refuse is
	// meant to be refused.
	faults map[string]int
	// enough is that of [Enough].
	enough bool
	// excused are the methods whose lack of resources was excused.
	excused map[string]bool
}

// current is the target of the spec that runs.
var current atomic.Pointer[Target]

// supplied adds what a spec has got.
func (p *supply) supplied(r *trace.Recorder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults, p.enough = nil, false
	if r == nil {
		return
	}
	if p.got == nil {
		p.got = map[string]trace.Got{}
	}
	for method, g := range r.Got() {
		old := p.got[method]
		p.got[method] = trace.Got{Times: old.Times + g.Times, Most: max(old.Most, g.Most)}
	}
}

// inject counts a fault that is in effect, and uncounts it with -1.
func (p *supply) inject(f providers.Fault, n int) {
	lacks := f.Call != "" && (f.Kind == providers.OutOfMemory || f.Kind == providers.OutOfResources)
	if !lacks && f.Kind != providers.PortsExhausted {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.faults == nil {
		p.faults = map[string]int{}
	}
	p.faults[f.Call] += n
}

// by is what a method has given to earlier specs, and whether a lack of it in the running one counts.
func (p *supply) by(method string) (g trace.Got, owed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got[method], p.enough || p.faults[method] > 0 || p.faults[""] > 0
}

// Enough says that the spec asks from here on for no more than it held before: a lack of resources is a failure now.
func Enough(ctx context.Context) {
	p := &targetOf(ctx).supply
	p.mu.Lock()
	defer p.mu.Unlock()
	p.enough = true
}

// skipIfLacking ends the spec as unobservable if the last call that was refused for want of
// resources was refused with this status, and no rule that the spec claims wants it to succeed.
// What is said of a call that is to fail the spec is returned.
func skipIfLacking(status string) (facts string) {
	t, r := current.Load(), calling.Load()
	if t == nil || r == nil {
		return ""
	}
	lack, ok := r.Lack()
	if !ok || lack.Status.String() != status {
		return ""
	}
	got, owed := t.supply.by(lack.Method)
	if owed || t.ending.hasBegun() {
		return ""
	}
	gave := got.Times > 0 || r.Got()[lack.Method].Times > 0
	if gave {
		note(NoteLack, lack.Method)
	}
	switch {
	case t.beyondLeast(lack):
		Unobservable(fmt.Sprintf("the spec needs more than %s at a time: %s returned %s", plural.Of(lack.All, lack.What),
			lack.Method, status))
	case lack.Size > ordinarySize, lack.What == "completion queue" && lack.Size > ordinaryDepth:
		Unobservable(fmt.Sprintf("the spec needs one of %d, and %s returned %s", lack.Size, lack.Method, status))
	case !gave && !claims(lack.Method):
		Unobservable(fmt.Sprintf("the spec needs %s, which returned %s from the first call on", lack.Method, status))
	}
	if gave && t.supply.excuses(lack.Method) {
		Unobservable(fmt.Sprintf("%s returned %s, %s", lack.Method, status, finding.Excused))
	}
	return lackFacts(lack, got)
}

// excuses reports whether a lack is the first of a method in this process: the system's load may go, which a leak
// does not.
func (p *supply) excuses(method string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.excused == nil {
		p.excused = map[string]bool{}
	}
	first := !p.excused[method]
	p.excused[method] = true
	return first
}

// bothEnds is how many of what is at each end a connection takes.
const bothEnds = 2

// atOneEnd lists what a connection needs at most once.
var atOneEnd = []string{"listener", "listening listener", "shared receive queue", "memory window", "bound window"}

// beyondLeast reports whether the spec holds what every adapter must have: what one end takes,
// or both, which may be on one adapter, or on two that share what they have.
func (t *Target) beyondLeast(l trace.Lack) bool {
	switch {
	case slices.Contains(atOneEnd, l.What):
		return l.All > 0
	case l.What == trace.Request && l.Same > 0: // an object waits for one thing at a time
		return true
	}
	return l.All >= bothEnds || l.Held > 0 && !t.local.is(t.peer)
}

// claims reports whether the running spec claims a rule of a method.
func claims(of string) bool {
	return slices.ContainsFunc(coveredEntries(), func(e requirement.Entry) bool { return method(e) == of })
}

// lackFacts says what earlier specs of the process got of what this one lacks. That something
// was not given back is said only if as many were held before.
func lackFacts(lack trace.Lack, got trace.Got) string {
	if got.Times == 0 {
		return ""
	}
	says := fmt.Sprintf("earlier specs of this process got %d by %s, at most %d at a time; this one saw %v with %d held",
		got.Times, lack.Method, got.Most, lack.Status, lack.All)
	if got.Most > lack.All {
		says += ", twice in a row, although all of the earlier ones were released: is everything given back?"
	}
	return says
}

// SkipIfLacking ends the spec as unobservable if a call says that the adapter has not
// the resources now for what it claims to have at most: limits may be out of reach under
// load. Source: IND2Adapter.md, IND2Adapter::Query, Remarks.
func SkipIfLacking(what string, s nd2.Status) {
	if s != nd2.TooManyAddresses && providers.Lacks(s) {
		Unobservable(what + " is not available now: " + s.String())
	}
}

// Bound fails the spec if a connector or a listener that it needs to be bound is not.
func Bound(returned nd2.Status) { MustSucceed("Bind", returned) }

// SkipIfPortless ends the spec if a Bind says that the adapter is out of ports: as
// unobservable if it holds what every adapter must have.
func SkipIfPortless(returned nd2.Status) {
	if providers.Lacks(returned) {
		MustSucceed("Bind", returned)
	}
}
