package spec

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/expect"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

func init() { expect.FailWith(failed) }

// findings counts what specs of this process have found.
var findings atomic.Uint64

// Unmet fails the spec: what was expected, and what was seen instead.
func Unmet(expected, seen string) {
	fail(finding.Finding{Expected: expected, Seen: seen})
}

// Impossible fails the spec over what can't be, whatever was expected.
func Impossible(says string) {
	fail(finding.Finding{Says: says})
}

// failed fails the spec over what an assertion finds, by the rule that the spec claims if it claims one
// only.
func failed(f finding.Finding, skip int) {
	if covered := coveredEntries(); f.Expected != "" && f.Rule.ID == "" && len(covered) == 1 {
		f.Rule = Cited(covered[0].ID)
	}
	failAs(f, skip)
}

func fail(f finding.Finding) { failAs(f) }

// failAs leaves the finding, and fails the spec, at the place that lies skip frames up the stack.
func failAs(f finding.Finding, skip ...int) {
	if t := current.Load(); t != nil && t.ending.isSkipped() {
		ginkgo.Skip(errElsewhere.Error())
	}
	skipIfTooLong()
	if !f.Refusal || f.Unexpected == nd2.TooManyAddresses.String() {
		f.Besides = besides(f.Besides, "", skipIfLacking(f.Unexpected))
	}
	reportFailure(f.String())
	// a line that no other failure has tells which finding is Ginkgo's failure's
	message := fmt.Sprintf("%s\n(finding %d)", f, findings.Add(1))
	if r := calling.Load(); r != nil {
		twice := r.Twice()
		f.Besides, f.Twice = besides(f.Besides, twice, ""), twice != ""
		f.Calls, f.Objects = r.Led()
	}
	f = naming(blamed(f))
	Leave(Note{Kind: NoteFinding, Text: message, Finding: f})
	ginkgo.Fail(message, skip...)
}

// besides is what the calls show, in lines.
func besides(owed, twice, lacks string) string {
	if twice != "" {
		twice = "more than one result of " + twice
	}
	list := slices.DeleteFunc([]string{owed, lacks, twice}, func(s string) bool { return s == "" })
	return strings.Join(list, "\n")
}

// leaveCalls leaves the calls that were made after the last finding: a spec that
// hangs or crashes makes none.
func leaveCalls(r *trace.Recorder) {
	calls, objects := r.Led()
	if len(calls) > 0 {
		Leave(Note{Kind: NoteCalls, Finding: finding.Finding{Calls: calls, Objects: objects}})
	}
}

// Calls returns the calls that have been made and are part of no finding: those that
// opened a provider that did not come to an end with it.
func Calls() []finding.Call {
	r := calling.Load()
	if r == nil {
		return nil
	}
	calls, _ := r.Led()
	return calls
}

// Called lists the methods that the spec has called, as the documents name them, sorted.
func Called() []string {
	r := calling.Load()
	if r == nil {
		return nil
	}
	return r.Called()
}

// MethodOf names the method of a call as the documents do: IND2Connector::Connect.
func MethodOf(c finding.Call) string { return trace.MethodOf(c.Object, c.Method) }

// calling has the calls of the spec that runs.
var calling atomic.Pointer[trace.Recorder]

var failureHook struct {
	mu   sync.Mutex
	hook func(failure string)
}

// OnFailure calls hook with each failure of a spec, on whatever goroutine, before Ginkgo hears of
// it. A second call of OnFailure panics.
func OnFailure(hook func(failure string)) {
	failureHook.mu.Lock()
	defer failureHook.mu.Unlock()
	if failureHook.hook != nil {
		panic("spec: there is a hook for failures already")
	}
	failureHook.hook = hook
}

func reportFailure(message string) {
	failureHook.mu.Lock()
	hook := failureHook.hook
	failureHook.mu.Unlock()
	if hook != nil {
		hook(message)
	}
}
