package runner

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
)

func TestDescribeEnd(t *testing.T) {
	failed := errors.New("exit status 2")
	for _, c := range []struct {
		err, cause error
		lastWords  string
		want       string
	}{
		{nil, nil, "", "exit status 0"},
		{failed, nil, "", "exit status 2"},
		{failed, nil, "panic: x", "exit status 2: panic: x"},
		{failed, errFlood, "SIGQUIT: quit", errFlood.Error()},
		{failed, errFlood, "panic: x", errFlood.Error()},
		{failed, errClosed, "SIGQUIT: quit", errClosed.Error()},
		{nil, errClosed, "", errClosed.Error()},
		{failed, errClosed, "panic: x", "exit status 2: panic: x"}, // it took long to end
	} {
		if got := describeEnd(c.err, c.cause, c.lastWords); got != c.want {
			t.Errorf("%v, %v, %q: %q, want %q", c.err, c.cause, c.lastWords, got, c.want)
		}
	}
}

// TestDisorder shows that events which can't follow on each other change nothing, and
// are noticed.
func TestDisorder(t *testing.T) {
	open := worker.Event{Kind: worker.Opened, Target: &journal.Target{}}
	start := func(id string) worker.Event { return worker.Event{Kind: worker.Started, Text: id} }
	end := func(id string, v reports.Verdict) worker.Event {
		return worker.Event{Kind: worker.Ended, Spec: &reports.Spec{ID: id, Verdict: v}}
	}
	for name, events := range map[string][]worker.Event{
		"a spec before the provider":   {start("a")},
		"a provider opened again":      {open, open},
		"a provider without a word":    {{Kind: worker.Opened}},
		"a spec that was not ordered":  {open, start("c")},
		"a spec in another":            {open, start("a"), start("b")},
		"a spec that had not started":  {open, end("a", reports.Pass)},
		"a result of another spec":     {open, start("a"), end("b", reports.Pass)},
		"a spec that starts again":     {open, start("a"), end("a", reports.Fail), start("a")},
		"a spec that is judged again":  {open, start("a"), end("a", reports.Fail), end("a", reports.Pass)},
		"a spec after the batch's end": {open, {Kind: worker.Done}, start("a")},
		"a verdict that there is not":  {open, start("a"), end("a", "splendid")},
		"a result without a spec":      {open, start("a"), {Kind: worker.Ended}},
		"an event that there is not":   {open, {Kind: "waived"}},
	} {
		var doubts []error
		heard := 0
		p := newProcess([]string{"a", "b"}, func(worker.Event) { heard++ })
		p.distrust = func(why error) { doubts = append(doubts, why) }
		for _, e := range append(events, worker.Event{Kind: worker.Done}) {
			p.take(e)
		}
		if heard != len(events)-1 || len(doubts) != 1 || p.done {
			t.Errorf("%s: %d events of %d were taken, doubts %v, done %v", name, heard, len(events), doubts, p.done)
		}
	}
}

// What a spec was given is known when its process ends in it, and no longer when another spec has started. One that was
// given up may still ask after its end.
func TestGiven(t *testing.T) {
	p := newProcess([]string{"a", "b"}, func(worker.Event) {})
	p.distrust = func(why error) { t.Error(why) }
	for _, step := range []struct {
		event worker.Event
		given string
	}{
		{worker.Event{Kind: worker.Opened, Target: &journal.Target{}}, ""},
		{worker.Event{Kind: worker.Started, Text: "a"}, ""},
		{worker.Event{Kind: worker.Given, Text: "size=9"}, "size=9"},
		{worker.Event{Kind: worker.Given, Text: "size=9,neighbor=1"}, "size=9,neighbor=1"},
		{worker.Event{Kind: worker.Ended, Spec: &reports.Spec{ID: "a", Verdict: reports.Pass}}, "size=9,neighbor=1"},
		{worker.Event{Kind: worker.Given, Text: "size=8"}, "size=8"},
		{worker.Event{Kind: worker.Started, Text: "b"}, ""},
	} {
		if p.take(step.event); p.given != step.given {
			t.Errorf("after %s: %q", step.event.Kind, p.given)
		}
	}
}

// TestInterruptedByNobody shows that only a worker that was told to stop may leave a
// spec unjudged.
func TestInterruptedByNobody(t *testing.T) {
	for stopping, want := range map[bool]reports.Verdict{true: reports.NotRun, false: reports.Error} {
		p := newProcess([]string{"a"}, func(worker.Event) {})
		p.stopping = func() bool { return stopping }
		for _, e := range []worker.Event{
			{Kind: worker.Opened, Target: &journal.Target{}},
			{Kind: worker.Started, Text: "a"},
			{Kind: worker.Ended, Spec: &reports.Spec{ID: "a", Verdict: reports.NotRun}},
		} {
			p.take(e)
		}
		if p.ended["a"] != want {
			t.Errorf("stopping %v: %s", stopping, p.ended["a"])
		}
	}
}

func TestFlood(t *testing.T) {
	tripped := 0
	m := &meter{trip: func() { tripped++ }}
	m.add(floodSize)
	if m.reset(); tripped != 0 {
		t.Error("tripped at the limit")
	}
	m.add(1)
	if m.add(floodSize); tripped != 1 {
		t.Errorf("tripped %d times above the limit", tripped)
	}
}

// What a worker that was asked to end says of its goroutines is told like what one says that goes on: the
// runtime's own come first there, and would leave no room for those that say why it hung.
func TestTheLastWordsOfASilentWorkerAreItsGoroutines(t *testing.T) {
	dump := "SIGQUIT: quit\nPC=0x1 m=0 sigcode=0\n\ngoroutine 0 gp=0x1 m=0 mp=0x2 " +
		"[idle]:\nruntime.futex(0x1)\n\t/go/futex.s:1 +0x1 fp=0x1\n\n" +
		strings.Repeat("goroutine 3 gp=0x1 m=nil [GC worker (idle)]:\nruntime.gopark(0x1)\n\t/go/proc.go:1 +0x1 fp=0x1\n\n",
			1000) +
		"goroutine 9 gp=0x1 m=nil [select]:\nvendor.(*card).poll(0x1)\n\t/vendor/card.go:5 +0x1 fp=0x1 sp=0x2\n"
	out := &outputTail{meter: &meter{}}
	if _, err := out.Write([]byte(dump)); err != nil {
		t.Fatal(err)
	}
	p := &process{}
	p.noteEnd(errSilence, errSilence, out)
	if want := "SIGQUIT: quit\ngoroutine 9 is in select:\n  vendor.(*card).poll /vendor/card.go:5\n"; p.trace != want ||
		p.end != errSilence.Error() {
		t.Errorf("%s\n%s", p.end, p.trace)
	}
}

// FuzzTake shows that no events, in whatever order, make a supervisor panic.
func FuzzTake(f *testing.F) {
	f.Add([]byte(`{"kind":"opened","target":{}} {"kind":"started","text":"a"} {"kind":"ended","spec":{"id":"a"}}`))
	f.Add([]byte(`{"kind":"ended"} {}`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		p := newProcess([]string{"a"}, func(worker.Event) {})
		for events := json.NewDecoder(bytes.NewReader(text)); ; {
			var e worker.Event
			if events.Decode(&e) != nil {
				return
			}
			p.take(e)
		}
	})
}
