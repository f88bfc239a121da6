package soak_test

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/soak"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/selftest/legal"
	_ "github.com/ndconform/ndconform/selftest/mutant/all"
)

var every = flag.Bool("legal", false, "have traffic on every legal variant")

func run(t *testing.T, selector string, o soak.Options) soak.Result {
	t.Helper()
	open, err := drive.Open(selector, "")
	if err != nil {
		t.Fatal(err)
	}
	result, err := soak.Run(t.Context(), open, o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestTheEngineCarriesTraffic(t *testing.T) {
	r := run(t, "ref", soak.Options{For: 2 * time.Second, Pairs: 40, TimeoutScale: 10})
	if r.Violation != nil {
		t.Fatal(r.Violation)
	}
	if r.Pairs != 40 || r.Messages == 0 || r.Created["connection"] == 0 || r.Created["simultaneous region"] == 0 ||
		len(r.Samples) == 0 {
		t.Errorf("%+v", r)
	}
}

// TestLittleMemory shows that a provider is not blamed that registers less memory than long messages take.
func TestLittleMemory(t *testing.T) {
	r := run(t, "legal,id=eight-mebibytes", soak.Options{For: time.Second, Pairs: 120, TimeoutScale: 10})
	if r.Violation != nil || r.Messages == 0 {
		t.Errorf("%d messages, %v", r.Messages, r.Violation)
	}
}

// TestLegalAdaptersCarryTraffic shows that no adapter is blamed that has little of something, or other habits.
func TestLegalAdaptersCarryTraffic(t *testing.T) {
	ids := []string{
		"active-first",
		"below-maximum", "few-ports", "inbound-reads-only", "low-resources", "mutual-disconnect", "no-reads", "one-listener",
		"one-page", "one-port", "one-receive", "one-registration", "one-request", "one-result", "outbound-reads-only",
		"small-limits", "tiny-limits", "two-files", "uneven-limits",
	}
	if *every {
		ids = legal.Looped()
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r := run(t, "legal,id="+id, soak.Options{For: 300 * time.Millisecond, Pairs: 8, TimeoutScale: 10})
			if r.Violation != nil || r.Messages == 0 {
				t.Errorf("%d messages, %v", r.Messages, r.Violation)
			}
		})
	}
}

// TestWhatTrafficShows shows that what the seeded faults do to traffic is seen.
func TestWhatTrafficShows(t *testing.T) {
	for id, rule := range map[string]string{
		"stateful/corrupts-1-in-1000":      "qp.send.delivers",
		"stateful/connection-leaks-64-kib": "connector.storm",
		"stateful/queue-pair-leaks-1-mib":  "connector.storm",
		"stateful/file-leaks-handle":       "adapter.createoverlappedfile.closed-early-leaks-nothing",
		"stateful/connects-600-times":      "connector.storm",
		"stateful/corrupts-over-4-kib":     "qp.send.delivers",

		"stateful/refused-connection-leaks-64-kib":   "connector.storm",
		"stateful/refused-registration-leaks-handle": "connector.storm",
		"stateful/refused-bind-leaks-64-kib":         "connector.storm",
		"stateful/refused-creation-leaks-handle":     "connector.storm",
	} {
		if testing.Short() && rule == "connector.storm" { // each takes many connections
			continue
		}
		if underRace && strings.Contains(id, "-leaks-") && !strings.Contains(id, "handle") {
			continue
		}
		r := run(t, "mutant,id="+id, soak.Options{For: 2 * time.Minute, Pairs: 8, TimeoutScale: 10})
		if r.Violation == nil || !strings.Contains(strings.Join(r.Violation.Rules, " "), rule) {
			t.Errorf("%s: %v", id, r.Violation)
		}
	}
}

func TestASoakThatIsCutShortEnds(t *testing.T) {
	open, err := drive.Open("ref", "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, err := soak.Run(ctx, open, soak.Options{For: time.Hour, Pairs: 2, Alive: cancel})
	if err != nil || r.Violation != nil {
		t.Error(err, r.Violation)
	}
}

// TestBreach: a call that is answered wrongly ends a soak whose traffic arrives all the same.
func TestBreach(t *testing.T) {
	const twice = "mutant,id=overlapped.notification.pending/twice"
	r := run(t, twice, soak.Options{For: 20 * time.Second, Pairs: 4, TimeoutScale: 10})
	if v := r.Violation; v == nil || !slices.Contains(v.Rules, "overlapped.notification.pending") {
		t.Errorf("found %v", v)
	}
}
