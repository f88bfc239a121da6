package main

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/selftest/mutant/broken"
)

var everyBroken = flag.Bool("broken", false,
	"run the whole suite on every badly broken provider, which takes most of an hour")

// named is what the report's first cause says of a broken provider, in one of its words
// for it; of those that are not here it is only asked that there is a cause.
var named = map[string]string{
	"broken/adapter-crash":     "the adapter's lock was destroyed",
	"broken/connect-twice":     "how often the event of a request that had ended was set",
	"broken/dead-event":        "its event was never set",
	"broken/deadlock":          "IND2Connector::Accept",
	"broken/endless-loop":      "IND2Connector::Disconnect",
	"broken/event-storm":       "seen 1000",
	"broken/first-page":        "ND_ACCESS_VIOLATION (Send",
	"broken/first-queue-pair":  "QueuePairContext",
	"broken/garbage-tokens":    "ND_ACCESS_VIOLATION",
	"broken/late-results":      "ND_SUCCESS (Write, context 0); seen 0 results",
	"broken/listens-once":      "IND2Listener::GetConnectionRequest",
	"broken/local-port":        "the listener's address",
	"broken/lost-objects":      "perhaps nothing is given back",
	"broken/lost-sends":        ".Send of context",
	"broken/memory-leak":       "it took more memory than its limit",
	"broken/never-ends":        "which returned ND_PENDING",
	"broken/no-memory":         "IND2MemoryRegion::Register",
	"broken/opens-once":        "opening an adapter fails",
	"broken/refuses":           "ND_CONNECTION_REFUSED",
	"broken/results-beyond":    "IND2CompletionQueue::GetResults returned",
	"broken/results-twice":     "more than one result of",
	"broken/second-refused":    "ND_CONNECTION_REFUSED",
	"broken/silent-accept":     "which returned ND_PENDING",
	"broken/silent-queue":      "a result in a completion queue",
	"broken/slow":              "opening the provider took longer than 30s: calls take 2s",
	"broken/spinning-threads":  "threads or goroutines that never rest",
	"broken/stuck-queue":       "IND2CompletionQueue::GetResults",
	"broken/stuck-resize":      "IND2CompletionQueue::Resize",
	"broken/very-slow-later":   "OpenAdapter has not returned",
	"broken/zero-limits-later": "MaxTransferLength",
}

// TestBrokenProviders shows that a run on a badly broken provider ends within two minutes,
// is not conformant, and names the cause first. A busy machine may take longer.
func TestBrokenProviders(t *testing.T) {
	if !*everyBroken {
		t.Skip("most of an hour; go test ./cmd/ndconform -run TestBrokenProviders -timeout 1h -broken")
	}
	allowed := timeLimit(t)
	for _, m := range broken.Providers() {
		t.Run(m.ID, func(t *testing.T) {
			run, err := runOn(t, "mutant,id="+m.ID)
			if end := (*exec.ExitError)(nil); !errors.As(err, &end) || end.ExitCode() != 1 {
				t.Fatal(err)
			}
			if run.Conformant() {
				t.Fatal("found conformant")
			}
			spec, says := firstCause(run)
			if says == "" {
				t.Fatal("no cause is named")
			}
			if !strings.Contains(says, named[m.ID]) {
				t.Errorf("the first cause is %s: %s", spec, says)
			}
			t.Logf("%.0f s", run.Seconds)
			if run.Seconds > allowed {
				t.Errorf("%.0f s, and %.0f are allowed", run.Seconds, allowed)
			}
		})
	}
}

// firstCause returns what a report says first of what is the matter, and the spec that has
// shown it. If the provider can't be put under test, no spec has.
func firstCause(run *reports.Run) (spec, says string) {
	if len(run.Causes) == 0 && strings.HasPrefix(run.Incomplete, "the provider can't be put under test: ") {
		return "", run.Incomplete
	}
	if len(run.Causes) == 0 {
		return "", ""
	}
	first := run.Causes[0]
	return first.Spec, first.Says + first.Prerequisite + first.NotRunSays
}

// timeLimit is how long a run on a broken provider may take, in seconds: two minutes, or on a
// machine that is busy a minute of waits and twenty times what a run on the engine takes here.
func timeLimit(t *testing.T) float64 {
	t.Helper()
	run, err := runOn(t, "ref")
	if err != nil {
		t.Fatal(err)
	}
	return max(120, 60+20*run.Seconds)
}

// runOn runs the suite on a provider, with flags in place of the usual ones. The error is the
// command's.
func runOn(t *testing.T, provider string, flags ...string) (*reports.Run, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.json")
	if len(flags) == 0 {
		flags = []string{"--seed=1", "--procs=2"}
	}
	args := append([]string{"--provider=" + provider, "--quiet", "--json-report=" + path}, flags...)
	ended := exec.Command("ndconform", args...).Run()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	run := &reports.Run{}
	if err := json.Unmarshal(text, run); err != nil && ended == nil {
		t.Fatal(err)
	}
	return run, ended
}

// TestOneSituation shows that a provider which hangs in one situation loses no verdict but
// those of the specs that come to it: all others are as on the engine.
func TestOneSituation(t *testing.T) {
	if !*everyBroken {
		t.Skip("a minute; go test ./cmd/ndconform -run TestOneSituation -broken")
	}
	verdicts := map[string]map[string]reports.Verdict{}
	for _, provider := range []string{"ref", "mutant,id=broken/stuck-resize"} {
		run, _ := runOn(t, provider) // the report tells
		verdicts[provider] = map[string]reports.Verdict{}
		for _, s := range run.Specs {
			verdicts[provider][s.ID] = s.Verdict
		}
	}
	hung := 0
	for id, v := range verdicts["mutant,id=broken/stuck-resize"] {
		switch {
		case strings.Contains(id, "resize") && (v == reports.Error || v == reports.NotRun):
			hung++
		case v != verdicts["ref"][id]:
			t.Errorf("%s: %s, and %s on the engine", id, v, verdicts["ref"][id])
		}
	}
	if hung < 3 {
		t.Errorf("%d specs hang", hung)
	}
}
