package spec

import (
	"context"
	"slices"
	"testing"
	"time"
)

// TestSite shows when waits become shorter, and that they are left out only if nothing
// has ever come, or nothing comes to a good part of the specs.
func TestSite(t *testing.T) {
	const limit = 10 * time.Second
	var s Site
	for n, want := range map[int]time.Duration{2: limit / laterParts, 3: limit / 10, 7: limit / 10, 8: limit / 50, 19: limit / 50, 20: 0, 500: 0} {
		if got := (Site{Missed: n}).Patience(limit); got != want {
			t.Errorf("%d in vain: %v, want %v", n, got, want)
		}
	}
	for _, c := range []struct {
		s    Site
		want time.Duration
	}{
		{Site{Missed: 20, Met: 1}, limit / 50},
		{Site{Missed: 39, Met: 1}, limit / 50},
		{Site{Missed: 40, Met: 80}, 0},
		{Site{Missed: 40, Met: 81}, limit / 50}, // one situation of several
	} {
		if got := c.s.Patience(limit); got != c.want {
			t.Errorf("if something came, %+v: %v, want %v", c.s, got, c.want)
		}
	}
	s = s.After(false, Cause{}, false).After(true, Cause{Spec: "first"}, false).After(true, Cause{Spec: "second"}, false).After(false, Cause{}, false)
	if want := (Site{Met: 1, Missed: 2, Cause: Cause{Spec: "first"}}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	s = s.After(true, Cause{Spec: "own"}, true).After(true, Cause{Spec: "another"}, true)
	if want := (Site{Met: 1, Missed: 4, Own: 2, Cause: Cause{Spec: "own"}}); s != want {
		t.Errorf("those about the method that owes it: %+v, want %+v", s, want)
	}
}

// TestOwnSpecs shows that the specs about a method whose requests did not end elsewhere are not
// left out, wait for a part of the time (less, if the provider is not ready at all), which
// counts just as much, and take steps that fail, until enough of them have missed it.
func TestOwnSpecs(t *testing.T) {
	const site = "the end of IND2Connector::Disconnect"
	for _, c := range []struct {
		running string
		missed  Site
		fallen  map[Ground]Cause
		want    bool
	}{
		{"connector.disconnect.nd-success", Site{Missed: missedAll}, nil, true},
		{"connector.disconnect.nd-success/passive", Site{Missed: missedAll, Own: ownMost - 1}, nil, true},
		{"connector.disconnect.nd-success", Site{Missed: missedAll, Own: ownMost}, nil, false},
		{"connector.disconnect.nd-success", Site{Missed: missedAll}, map[Ground]Cause{GroundConnection: {}}, true},
		{"connector.disconnect.nd-success", Site{Missed: missedAll, Own: 1}, map[Ground]Cause{GroundConnection: {}}, false},
		{"connector.disconnect.nd-success", Site{}, nil, false},
		{"connector.connect.nd-success", Site{Missed: missedAll}, nil, false},
	} {
		target := &Target{patience: time.Hour}
		target.footing.runs(c.running)
		target.Know(c.fallen, map[string]Site{site: c.missed})
		if got := target.footing.mayNotBeLeftOut(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
		if !c.want {
			continue
		}
		w := await(WithTarget(t.Context(), target), site)
		parts := time.Duration(laterParts)
		if c.fallen != nil {
			parts = hurriedParts
		}
		if until, _ := w.ctx.Deadline(); time.Until(until) > w.limit/parts || !w.decides {
			t.Errorf("%+v: waits until %v, decides %t", c, until, w.decides)
		}
		on(WithTarget(t.Context(), target), GroundConnection)()
	}
}

// TestEnoughOwnSpecs shows that few specs are never left out where a prerequisite has fallen, of however
// many methods they are, and that others wait a hundredth of the time for what nobody has missed.
func TestEnoughOwnSpecs(t *testing.T) {
	for n, want := range map[int]bool{ownHurried - 1: true, ownHurried: false} {
		sites := map[string]Site{"the end of IND2Connector::Disconnect": {Missed: 1}, "the end of IND2Connector::Accept": {Missed: n, Own: n}}
		target := &Target{}
		target.footing.runs("connector.disconnect.nd-success")
		target.Know(map[Ground]Cause{GroundConnection: {}}, sites)
		if got := target.footing.mayNotBeLeftOut(); got != want {
			t.Errorf("after %d: %v", n, got)
		}
	}
	if got := (Site{}).hurriedPatience(100); got != 1 {
		t.Errorf("%v of 100", got)
	}
}

// TestNoneEnds shows that the ends of all requests are taken to be in vain only if none comes.
func TestNoneEnds(t *testing.T) {
	for met, want := range map[int]bool{0: true, 1: false} {
		target := &Target{patience: time.Hour}
		target.Know(nil, map[string]Site{siteEnds: {Missed: missedSome, Met: met}})
		w := await(WithTarget(t.Context(), target), "the end of Accept", siteEnds)
		_, hurries := w.ctx.Deadline()
		if hurries != want {
			t.Errorf("%d have come: hurries %t", met, hurries)
		}
		w.met()
		if came := len(target.Footing().Met) > 0; came != want {
			t.Errorf("%d have come: this one counts %t", met, came)
		}
	}
}

// TestLaterWaits shows that a run waits once as long as a spec may, a probe half of that; once that was in
// vain anywhere it waits shorter, which counts just as much until some have waited in vain for the same.
func TestLaterWaits(t *testing.T) {
	const all = time.Duration(0)
	for name, c := range map[string]struct {
		running string
		sites   map[string]Site
		parts   time.Duration
		decides bool
	}{
		"the first":                    {"", nil, all, false},
		"a probe":                      {"connector.disconnect.nd-success", nil, probeParts, true},
		"after one elsewhere":          {"", map[string]Site{"there": {Missed: 1}}, laterParts, true},
		"after two at the same":        {"", map[string]Site{"here": {Missed: missedSome - 1}}, laterParts, true},
		"after some at the same":       {"", map[string]Site{"here": {Missed: missedSome}}, 10, false},
		"after many at the same":       {"", map[string]Site{"here": {Missed: missedMany, Met: 1}}, 50, false},
		"the same once more":           {"x", map[string]Site{"here": {Missed: missedMany, Cause: Cause{Spec: "x"}}}, laterParts, true},
		"the end of requests, some do": {"", map[string]Site{siteEnds: {Missed: 1, Met: 1}}, all, false},
	} {
		target := &Target{patience: time.Minute}
		target.footing.runs(c.running)
		target.Know(nil, c.sites)
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

// TestMissed shows when a wait counts as one in vain: if the spec has no more time, and has waited
// for a good part of it; and that one that was to wait shorter ends the spec.
func TestMissed(t *testing.T) {
	over, end := context.WithCancel(t.Context())
	end()
	for name, c := range map[string]struct {
		spec  context.Context
		parts time.Duration // into how many its time is cut, of which it has waited one; 0 for none
		want  []string
		ends  bool
	}{
		"until its time is up": {over, 2, []string{"the end of Accept", siteEnds}, false},
		"for a moment of it":   {over, 0, nil, false},
		"as long as was left":  {t.Context(), 2, []string{"the end of Accept"}, true},
	} {
		target := &Target{patience: 10 * time.Second}
		w := await(WithTarget(c.spec, target), "the end of Accept", siteEnds)
		if c.parts > 0 {
			w.began = w.began.Add(-w.limit / c.parts)
		}
		if got := ends(func() { w.missed("the end of Accept") }); got != c.ends {
			t.Errorf("%s: ends the spec %t", name, got)
		}
		if got := target.Footing().Missed; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestComesLate shows that a wait which is cut off shows nothing if others took as long and were not in
// vain, and that it counts otherwise.
func TestComesLate(t *testing.T) {
	over, end := context.WithCancel(t.Context())
	end()
	for name, c := range map[string]struct {
		late []time.Duration
		took time.Duration
		ends bool
	}{
		"as long as others":     {[]time.Duration{time.Second, time.Second, time.Second}, time.Second, true},
		"much longer":           {[]time.Duration{time.Second, time.Second, time.Second}, 2100 * time.Millisecond, false},
		"few have been so late": {[]time.Duration{time.Second, time.Second}, time.Second, false},
		"none has":              {[]time.Duration{time.Millisecond, time.Millisecond, time.Millisecond}, time.Millisecond, false},
	} {
		target := &Target{patience: time.Second}
		for _, took := range c.late {
			target.footing.tookLong(took, limits*target.patience)
		}
		w := await(WithTarget(over, target), "the end of Accept")
		w.began = w.began.Add(-c.took)
		if got := ends(func() { w.missed("the end of Accept") }); got != c.ends {
			t.Errorf("%s: ends the spec %t", name, got)
		}
	}
}

// TestHopeless shows that nobody begins to wait where it is known to be in vain.
func TestHopeless(t *testing.T) {
	for missed, want := range map[int]bool{missedAll - 1: false, missedAll: true} {
		target := &Target{patience: time.Minute}
		target.Know(nil, map[string]Site{"here": {Missed: missed}})
		if got := ends(func() { await(WithTarget(t.Context(), target), "here").cancel() }); got != want {
			t.Errorf("%d in vain: ends the spec %t", missed, got)
		}
	}
}
