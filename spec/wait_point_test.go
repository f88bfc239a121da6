package spec

import (
	"context"
	"slices"
	"testing"
	"time"
)

// TestWaitPoint shows when waits become shorter, and that they are left out only if nothing
// has ever come, or nothing comes to a good part of the specs.
func TestWaitPoint(t *testing.T) {
	const limit = 10 * time.Second
	var s WaitPoint
	for n, want := range map[int]time.Duration{
		2: limit / afterTimeoutParts, 3: limit / 10, 7: limit / 10, 8: limit / 50,
		19: limit / 50, 20: 0, 500: 0,
	} {
		if got := (WaitPoint{TimedOut: n}).TimeLimit(limit); got != want {
			t.Errorf("%d timed out: %v, want %v", n, got, want)
		}
	}
	for _, c := range []struct {
		s    WaitPoint
		want time.Duration
	}{
		{WaitPoint{TimedOut: 20, Completed: 1}, limit / 50},
		{WaitPoint{TimedOut: 39, Completed: 1}, limit / 50},
		{WaitPoint{TimedOut: 40, Completed: 80}, 0},
		{WaitPoint{TimedOut: 40, Completed: 81}, limit / 50}, // one situation of several
	} {
		if got := c.s.TimeLimit(limit); got != c.want {
			t.Errorf("if something came, %+v: %v, want %v", c.s, got, c.want)
		}
	}
	s = s.After(false, Cause{}, false).After(true, Cause{Spec: "first"}, false).After(true, Cause{Spec: "second"},
		false).After(false, Cause{}, false)
	if want := (WaitPoint{Completed: 1, TimedOut: 2, Cause: Cause{Spec: "first"}}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	s = s.After(true, Cause{Spec: "own"}, true).After(true, Cause{Spec: "another"}, true)
	if want := (WaitPoint{Completed: 1, TimedOut: 4, MethodSpecs: 2, Cause: Cause{Spec: "own"}}); s != want {
		t.Errorf("those about the method that owes it: %+v, want %+v", s, want)
	}
}

// TestRequiredSpecs shows that the specs about a method whose requests did not end elsewhere are not
// left out, wait for a part of the time (less, if the provider is not ready at all), which
// counts just as much, and take steps that fail, until enough of them have missed it.
func TestRequiredSpecs(t *testing.T) {
	const point = "the end of IND2Connector::Disconnect"
	for _, c := range []struct {
		running  string
		timedOut WaitPoint
		failed   map[Prerequisite]Cause
		want     bool
	}{
		{"connector.disconnect.nd-success", WaitPoint{TimedOut: breakAfter}, nil, true},
		{
			"connector.disconnect.nd-success/passive",
			WaitPoint{TimedOut: breakAfter, MethodSpecs: methodSpecsMost - 1},
			nil,
			true,
		},
		{"connector.disconnect.nd-success", WaitPoint{TimedOut: breakAfter, MethodSpecs: methodSpecsMost}, nil, false},
		{
			"connector.disconnect.nd-success",
			WaitPoint{TimedOut: breakAfter},
			map[Prerequisite]Cause{PrerequisiteConnection: {}},
			true,
		},
		{
			"connector.disconnect.nd-success",
			WaitPoint{TimedOut: breakAfter, MethodSpecs: 1},
			map[Prerequisite]Cause{PrerequisiteConnection: {}},
			false,
		},
		{"connector.disconnect.nd-success", WaitPoint{}, nil, false},
		{"connector.connect.nd-success", WaitPoint{TimedOut: breakAfter}, nil, false},
	} {
		target := &Target{routeLimit: time.Hour}
		target.progress.setRunning(c.running)
		target.Know(c.failed, map[string]WaitPoint{point: c.timedOut})
		if got := target.progress.isRequired(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
		if !c.want {
			continue
		}
		w := await(WithTarget(t.Context(), target), point)
		parts := time.Duration(afterTimeoutParts)
		if c.failed != nil {
			parts = unreadyParts
		}
		if until, _ := w.ctx.Deadline(); time.Until(until) > w.limit/parts || !w.decides {
			t.Errorf("%+v: waits until %v, decides %t", c, until, w.decides)
		}
		begin(WithTarget(t.Context(), target), PrerequisiteConnection)()
	}
}

// TestEnoughRequiredSpecs shows that few specs are never left out where a prerequisite has failed, of however
// many methods they are, and that others wait a hundredth of the time for what nobody has missed.
func TestEnoughRequiredSpecs(t *testing.T) {
	for n, want := range map[int]bool{unreadyMethodSpecsMost - 1: true, unreadyMethodSpecsMost: false} {
		points := map[string]WaitPoint{
			"the end of IND2Connector::Disconnect": {TimedOut: 1},
			"the end of IND2Connector::Accept":     {TimedOut: n, MethodSpecs: n},
		}
		target := &Target{}
		target.progress.setRunning("connector.disconnect.nd-success")
		target.Know(map[Prerequisite]Cause{PrerequisiteConnection: {}}, points)
		if got := target.progress.isRequired(); got != want {
			t.Errorf("after %d: %v", n, got)
		}
	}
	if got := (WaitPoint{}).unreadyLimit(100); got != 1 {
		t.Errorf("%v of 100", got)
	}
}

// TestNoneEnds shows that waits for the end of any request are shortened only if none ends.
func TestNoneEnds(t *testing.T) {
	for completed, want := range map[int]bool{0: true, 1: false} {
		target := &Target{routeLimit: time.Hour}
		target.Know(nil, map[string]WaitPoint{pointAnyEnd: {TimedOut: shortenAfter, Completed: completed}})
		w := await(WithTarget(t.Context(), target), "the end of Accept", pointAnyEnd)
		_, shortened := w.ctx.Deadline()
		if shortened != want {
			t.Errorf("%d have come: shortened %t", completed, shortened)
		}
		w.completed()
		if came := len(target.Progress().Completed) > 0; came != want {
			t.Errorf("%d have come: this one counts %t", completed, came)
		}
	}
}

// TestLaterWaits shows that a run waits once as long as a spec may, a probe half of that. After the
// first time-out anywhere it waits shorter, which counts just as much until some have timed out there.
func TestLaterWaits(t *testing.T) {
	const all = time.Duration(0)
	for name, c := range map[string]struct {
		running string
		points  map[string]WaitPoint
		parts   time.Duration
		decides bool
	}{
		"the first":           {"", nil, all, false},
		"a probe":             {"connector.disconnect.nd-success", nil, probeParts, true},
		"after one elsewhere": {"", map[string]WaitPoint{"there": {TimedOut: 1}}, afterTimeoutParts, true},
		"after two at the same": {
			"",
			map[string]WaitPoint{"here": {TimedOut: shortenAfter - 1}},
			afterTimeoutParts,
			true,
		},
		"after some at the same": {"", map[string]WaitPoint{"here": {TimedOut: shortenAfter}}, 10, false},
		"after many at the same": {
			"",
			map[string]WaitPoint{"here": {TimedOut: shortenMoreAfter, Completed: 1}},
			50,
			false,
		},
		"the same once more": {
			"x",
			map[string]WaitPoint{"here": {TimedOut: shortenMoreAfter, Cause: Cause{Spec: "x"}}},
			afterTimeoutParts, true,
		},
		"the end of requests, some do": {"", map[string]WaitPoint{pointAnyEnd: {TimedOut: 1, Completed: 1}}, all, false},
	} {
		target := &Target{routeLimit: time.Minute}
		target.progress.setRunning(c.running)
		target.Know(nil, c.points)
		w := await(WithTarget(t.Context(), target), "here")
		until, ends := w.ctx.Deadline()
		w.cancel()
		if ends != (c.parts != all) || ends && time.Until(until) > w.limit/c.parts || w.decides != c.decides {
			t.Errorf("%s: ends %t at %v, decides %t", name, ends, until, w.decides)
		}
	}
}

// ends reports whether a step ends the spec.
func ends(step func()) (ended bool) {
	defer func() { ended = recover() != nil }() // Ginkgo runs no spec
	step()
	return false
}

// TestTimedOut shows when a wait counts as timed out: if the spec has no more time, and has waited for a good part of
// it. A wait that was to be shorter ends the spec.
func TestTimedOut(t *testing.T) {
	over, end := context.WithCancel(t.Context())
	end()
	for name, c := range map[string]struct {
		spec  context.Context
		parts time.Duration // into how many its time is cut, and one part has passed; 0 for none
		want  []string
		ends  bool
	}{
		"until its time is up": {over, 2, []string{"the end of Accept", pointAnyEnd}, false},
		"for a moment of it":   {over, 0, nil, false},
		"as long as was left":  {t.Context(), 2, []string{"the end of Accept"}, true},
	} {
		target := &Target{routeLimit: 10 * time.Second}
		w := await(WithTarget(c.spec, target), "the end of Accept", pointAnyEnd)
		if c.parts > 0 {
			w.began = w.began.Add(-w.limit / c.parts)
		}
		if got := ends(func() { w.timedOut("the end of Accept") }); got != c.ends {
			t.Errorf("%s: ends the spec %t", name, got)
		}
		if got := target.Progress().TimedOut; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestSlowWaits shows that a wait which is cut off shows nothing if another took half as long and was not in
// vain, and that it counts otherwise.
func TestSlowWaits(t *testing.T) {
	over, end := context.WithCancel(t.Context())
	end()
	for name, c := range map[string]struct {
		others []time.Duration
		took   time.Duration
		ends   bool
	}{
		"as long as others":      {[]time.Duration{time.Second, time.Millisecond}, time.Second, true},
		"much longer":            {[]time.Duration{time.Second, time.Second}, 2100 * time.Millisecond, false},
		"others took no time":    {[]time.Duration{time.Millisecond}, time.Second, false},
		"nothing was waited for": {nil, time.Second, false},
	} {
		target := &Target{routeLimit: time.Second}
		for _, took := range c.others {
			target.progress.noteWait(took)
		}
		w := await(WithTarget(over, target), "the end of Accept")
		w.began = w.began.Add(-c.took)
		if got := ends(func() { w.timedOut("the end of Accept") }); got != c.ends {
			t.Errorf("%s: ends the spec %t", name, got)
		}
	}
}

// TestBreakerOpen shows that nobody begins to wait where the circuit breaker is open.
func TestBreakerOpen(t *testing.T) {
	for timedOut, want := range map[int]bool{breakAfter - 1: false, breakAfter: true} {
		target := &Target{routeLimit: time.Minute}
		target.Know(nil, map[string]WaitPoint{"here": {TimedOut: timedOut}})
		if got := ends(func() { await(WithTarget(t.Context(), target), "here").cancel() }); got != want {
			t.Errorf("%d timed out: ends the spec %t", timedOut, got)
		}
	}
}
