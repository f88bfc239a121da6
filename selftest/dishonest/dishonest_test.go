package dishonest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ndconform/ndconform/cmd/ndconform/command"
	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/remote/host"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/worker"
)

var cheating = flag.Int("cheating", 1,
	"try each trick this many times, with one worker and with four in turn; on all specs the first time in the process "+
		"that judges, else on some, others each time")

// asWorker as the first argument makes the test binary a worker.
const asWorker = "worker"

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 2 && os.Args[1] == asWorker:
		if err := worker.Work(os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		return
	case len(os.Args) > 1 && os.Args[1] == host.Command:
		_, does, _ := strings.Cut(strings.Join(os.Args, " "), ",trick=")
		does, _, _ = strings.Cut(does, " --")
		if says := behind[does].says; says != nil {
			if err := beLiar(os.Args[2:], says); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(3)
			}
			return
		}
		command.Main()
	}
	child.Seclude() // as the command does
	flag.Parse()
	os.Exit(m.Run())
}

// broken is what the provider is when it tries no trick: it has every status right and
// moves no byte, so that some of the specs fail and the others pass.
const broken = "dishonest/clerk"

// tried are the specs that it is put under.
var tried = []string{"qp.send.gathers*", "qp.write.gathers*", "qp.send.nd-*", "qp.receive.nd-*", "cq.resize.*"}

// TestNoTrickHelps runs a broken provider with each trick behind the wall, and shows that no spec's
// verdict is better than without. In the process that judges, only tricks with the process itself
// are of no help.
func TestNoTrickHelps(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a suite for each trick")
	}
	plan := planned(t)
	for _, c := range []struct {
		how    string
		first  int // the first seed; 0 takes all specs
		tricks map[string]trick
	}{{"", 0, tricks}, {"exec,path=" + os.Args[0] + ",provider=", 1, allTricks()}} {
		deserved := deservedBy(t, plan, c.how)
		for seed := c.first; seed < c.first+*cheating; seed++ {
			for _, trick := range slices.Sorted(maps.Keys(c.tricks)) {
				procs := []int{1, 4}[(seed+len(trick))%2]
				name := fmt.Sprintf("%s%s, procs %d, seed %d", c.how[:min(len(c.how), 5)], trick, procs, seed)
				t.Run(name, func(t *testing.T) {
					try(t, some(plan, deserved, seed), deserved, c.how, trick, procs, int64(seed))
				})
			}
		}
	}
}

// try runs specs on the broken provider with a trick, and compares the verdicts with those that it deserves.
func try(t *testing.T, tried []runner.Spec, deserved map[string]reports.Verdict, how, trick string, procs int,
	seed int64,
) {
	t.Helper()
	left := t.TempDir()
	if err := openToAll(left); err != nil {
		t.Fatal(err)
	}
	t.Setenv(marks, left)
	got := run(t, tried, how, trick, procs, seed)
	if len(got.Specs) != len(tried) {
		t.Errorf("%d specs, and %d were tried", len(got.Specs), len(tried))
	}
	if files, err := os.ReadDir(left); err != nil || len(files) == 0 {
		t.Errorf("the trick was not tried: %v", err)
	}
	compare(t, deserved, got)
}

// allTricks are all: those that can be tried behind the wall.
func allTricks() map[string]trick {
	all := maps.Clone(tricks)
	maps.Copy(all, reaching)
	maps.Copy(all, behind)
	return all
}

// openToAll lets a host leave its mark in a folder: a host that root starts is another user's.
func openToAll(folder string) error {
	return errors.Join(os.Chmod(filepath.Dir(folder), 0o755), os.Chmod(folder, 0o777))
}

// deservedBy returns the verdicts on the broken provider without a trick.
func deservedBy(t *testing.T, plan []runner.Spec, how string) map[string]reports.Verdict {
	t.Helper()
	deserved := map[string]reports.Verdict{}
	honest := run(t, plan, how, "", 1, 1)
	for _, s := range honest.Specs {
		deserved[s.ID] = s.Verdict
	}
	if n := honest.Count(); n[reports.Fail] == 0 || n[reports.Pass] == 0 || n[reports.NotRun]+n[reports.Error] > 0 {
		t.Fatalf("without a trick: %v, incomplete %q, %s", n, honest.Incomplete, honest.Specs[0].Message)
	}
	return deserved
}

// some are five specs of the plan, one failing and four not; all, if seed is 0.
func some(plan []runner.Spec, deserved map[string]reports.Verdict, seed int) (few []runner.Spec) {
	if seed == 0 {
		return plan
	}
	var fail, others []runner.Spec
	for _, s := range plan {
		if deserved[s.ID] == reports.Fail {
			fail = append(fail, s)
		} else {
			others = append(others, s)
		}
	}
	few = append(few, fail[seed%len(fail)])
	for i := range 4 {
		few = append(few, others[(4*seed+i)%len(others)])
	}
	return few
}

func compare(t *testing.T, deserved map[string]reports.Verdict, got *reports.Run) {
	t.Helper()
	why, _, _ := strings.Cut(got.Incomplete, "\n")
	t.Logf("%v, incomplete %q", got.Count(), why)
	if got.Conformant() {
		t.Error("found conformant")
	}
	for _, s := range got.Specs {
		before := deserved[s.ID]
		// Nobody takes a spec that was not run for a passed spec: not in a run that was cut off, nor beside errors
		// for which it was left out.
		cutOff := s.Verdict == reports.NotRun && (got.Incomplete != "" || got.Count()[reports.Error] > 0)
		if s.Verdict != before && reports.Worst(before, s.Verdict) == before && !cutOff {
			t.Errorf("%s: %s, and %s without the trick", s.ID, s.Verdict, before)
		}
	}
}

// listed is the suite, which a process may list once. Ginkgo lists nothing for tests that run more than once.
var listed = sync.OnceValues(func() ([]runner.Spec, error) {
	count := flag.Lookup("test.count")
	defer func(was string) { _ = count.Value.Set(was) }(count.Value.String())
	_ = count.Value.Set("1")
	return runner.Suite()
})

// planned lists the specs to run.
func planned(t *testing.T) (plan []runner.Spec) {
	t.Helper()
	suite, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range suite {
		if slices.ContainsFunc(tried, func(pattern string) bool { ok, _ := path.Match(pattern, s.ID); return ok }) {
			plan = append(plan, s)
		}
	}
	return plan
}

func run(t *testing.T, plan []runner.Spec, how, trick string, procs int, seed int64) *reports.Run {
	t.Helper()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // as the command does
	defer stop()
	r, err := runner.Run(ctx, plan, runner.Config{
		Provider: fmt.Sprintf("%s%s,is=%s,trick=%s", how, name, broken, trick), Seed: seed, TimeoutScale: 0.3,
		Lab: runner.Lab{Worker: []string{os.Args[0], asWorker}, Procs: procs},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
