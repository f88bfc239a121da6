//go:build unix

package runner_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

var misbehaving = flag.Int("misbehaving", 1, "run the specs that misbehave this many times with each number of workers")

// costly are the specs that cost a process, and only themselves.
var costly = []string{
	"fake.closes-all", "fake.closes-output", "fake.crash", "fake.deadlock", "fake.exit", "fake.exit-zero", "fake.flood", "fake.hang",
	"fake.killed", "fake.leak", "fake.panic", "fake.raw-flood", "fake.segv", "fake.spin", "fake.stuck-cleanup",
}

// harmless are those that cost nothing.
var harmless = map[string]reports.Verdict{
	"fake.pass": reports.Pass, "fake.pass/again": reports.Pass, "fake.chatter": reports.Pass, "fake.raw-garbage": reports.Pass,
	"fake.warn": reports.Warn, "fake.fail": reports.Fail, "fake.unsupported": reports.Unsupported, "fake.unobservable": reports.Unobservable,
}

// TestMisbehaving runs everything that misbehaves in the middle of what does not,
// in many orders, and shows that each costs itself only.
func TestMisbehaving(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for limits of time")
	}
	ids := slices.Clone(costly)
	for id := range harmless {
		ids = append(ids, id)
	}
	for seed := range *misbehaving {
		for _, procs := range []int{1, 4} {
			t.Run(fmt.Sprintf("seed %d procs %d", seed, procs), func(t *testing.T) {
				c := config("fake")
				c.Seed, c.Procs, c.MemoryLimit = int64(seed), procs, 512<<20
				misbehave(t, c, ids)
			})
		}
	}
}

func misbehave(t *testing.T, c runner.Config, ids []string) {
	t.Helper()
	r, err := runner.Run(context.Background(), plan(ids...), c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Incomplete != "" || len(r.Specs) != len(ids) {
		t.Errorf("%d of %d specs, incomplete %q", len(r.Specs), len(ids), r.Incomplete)
	}
	for _, s := range r.Specs {
		want, ok := harmless[s.ID]
		if !ok {
			want = reports.Error
		}
		if s.Verdict != want {
			t.Errorf("%s: %s, %q, want %s", s.ID, s.Verdict, s.Message, want)
		}
	}
}

// TestMisbehaviorIsTold shows what a report says of it.
func TestMisbehaviorIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for limits of time")
	}
	c := config("fake")
	c.MemoryLimit = 512 << 20
	for id, says := range map[string]string{
		"fake.exit-zero": "exit status 0", "fake.segv": "SIGSEGV", "fake.killed": "signal: killed", "fake.spin": "hung",
		"fake.deadlock": "hung", "fake.raw-flood": "it flooded its output", "fake.closes-output": "it closed its output",
		"fake.leak": "it took more memory than its limit of 512 MiB",
	} {
		r, err := runner.Run(context.Background(), plan(id, "fake.pass"), c)
		if err != nil {
			t.Fatal(err)
		}
		s := r.Specs[slices.IndexFunc(r.Specs, func(s reports.Spec) bool { return s.ID == id })]
		if !strings.Contains(s.Message, says) || s.Verdict != reports.Error {
			t.Errorf("%s: %s, %q", id, s.Verdict, s.Message)
		}
	}
}
