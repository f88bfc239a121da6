package spec

import (
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

func init() {
	expect.FailWith(Failed)
	expect.StateWith(func(expected, seen string) string { return message(expected, seen, "") })
}

// Unmet fails the spec: what was expected, and what was seen instead.
func Unmet(expected, seen string) {
	fail(finding.Finding{Expected: expected, Seen: seen})
}

// Impossible fails the spec over what can't be, whatever was expected.
func Impossible(says string) {
	fail(finding.Finding{Says: says})
}

// Failed is what assertions fail with: Gomega is to call it instead of Ginkgo's Fail.
// What the message of a matcher was made from is left as the finding.
func Failed(message string, skip ...int) {
	failAs(messages.of(message), message, skip...)
}

func fail(f finding.Finding) {
	failAs(f, f.String())
}

// failAs leaves the finding with the message that it goes by, and fails the spec.
func failAs(f finding.Finding, message string, skip ...int) {
	if t := current.Load(); t != nil && t.ending.isSkipped() {
		ginkgo.Skip(errElsewhere.Error())
	}
	skipIfTooLong()
	if !f.Refusal || f.Unexpected == nd2.TooManyAddresses.String() {
		facts := skipIfLacking(f.Unexpected)
		f.Besides = besides(f.Besides, "", facts)
		if facts != "" {
			message = f.String()
		}
	}
	reportFailure(message)
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

// MethodOf names the method of a call as the documents do: IND2Connector::Connect.
func MethodOf(c finding.Call) string { return trace.MethodOf(c.Object, c.Method) }

// calling has the calls of the spec that runs.
var calling atomic.Pointer[trace.Recorder]

// messages has what matchers have made messages of lately.
var messages findings

// findings keeps what a message was made from until the assertion fails with it.
type findings struct {
	mu   sync.Mutex
	list []finding.Finding
}

// kept is how many assertions may fail at a time: as many as there are goroutines of
// a spec that assert.
const kept = 16

// message is the finding as a matcher's message.
func (l *findings) message(f finding.Finding) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list[max(0, len(l.list)-kept+1):], f)
	return f.String()
}

// of returns what a message was made from, with the assertion's own description if it
// begins with one. A message of another matcher says what it says.
func (l *findings) of(message string) finding.Finding {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range slices.Backward(l.list) {
		if description, ok := strings.CutSuffix(message, f.String()); ok {
			f.Says = strings.TrimSpace(description + f.Says)
			return f
		}
	}
	return finding.Finding{Says: message}
}

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
