package explore_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	_ "github.com/ndconform/ndconform/providers/ref"
	_ "github.com/ndconform/ndconform/selftest/legal"
	_ "github.com/ndconform/ndconform/selftest/mutant/all"
)

// number is that of an environment variable, for longer runs by hand.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func TestNothingIsFoundOnTheEngine(t *testing.T) {
	selector := "ref"
	if s := os.Getenv("EXPLORE_PROVIDER"); s != "" {
		selector = s
	}
	open, err := explore.Open(selector, "")
	if err != nil {
		t.Fatal(err)
	}
	o := explore.Options{
		Seed: uint64(number("EXPLORE_SEED", 1)), Programs: number("EXPLORE_PROGRAMS", 60),
		Findings: number("EXPLORE_FINDINGS", 1), Repeats: 3,
	}
	if underRace {
		o.Excused = []string{"connector.storm/explored"}
	}
	result, err := explore.Run(context.Background(), open, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Findings {
		if underRace && strings.Contains(f.Message, "; 0 handles and ") {
			continue
		}
		t.Errorf("%s %v, rate %v, %d steps\n%s\n%s", f.Message, f.Rules, f.Rate, f.Steps, strings.Join(f.Calls, "\n"),
			f.Replay)
	}
	t.Logf("%d programs, %d steps, %.1f s, %.0f steps a second, %v", result.Programs, result.Steps, result.Seconds,
		float64(result.Steps)/result.Seconds, result.Transitions.Table)
}

// A call that does not return is found, by itself or beside another one.
func TestACallThatDoesNotReturnIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("explores many providers")
	}
	for id, want := range map[string]string{
		"broken/stuck-queue": "GetResults", "broken/no-objects": "adapter.creatememoryregion",
		"broken/deadlock": "not returned",
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			f := found(t, id, explore.Options{Seed: 1, Programs: 1, Repeats: 1, TimeoutScale: 0.2})
			if !strings.Contains(f.Message+strings.Join(f.Rules, " "), want) || f.Rate == 0 {
				t.Errorf("%s, %v, rate %v", f.Message, f.Rules, f.Rate)
			}
		})
	}
}

// found is the one finding on a mutant.
func found(t *testing.T, id string, o explore.Options) explore.Finding {
	t.Helper()
	open, err := explore.Open("mutant,id="+id, "")
	if err != nil {
		t.Fatal(err)
	}
	result, err := explore.Run(t.Context(), open, o)
	if err != nil || len(result.Findings) != 1 {
		t.Fatalf("%v, %v", result.Findings, err)
	}
	return result.Findings[0]
}

// What shows only while packets are held back, or when the adapter is removed, is found by programs
// that have that happen.
func TestFaultsAreInjected(t *testing.T) {
	if testing.Short() {
		t.Skip("explores many providers")
	}
	for id, step := range map[string]program.Op{
		"stateful/five-in-flight":   program.Impair,
		"stateful/removal-ends-one": program.Remove,
	} {
		f := found(t, id, explore.Options{Seed: 2, Programs: 400, Repeats: 2, TimeoutScale: 0.2})
		if !slices.ContainsFunc(f.Program.Steps, func(s program.Step) bool { return s.Op == step }) || f.Rate == 0 {
			t.Errorf("%s is found without the step %s: %s, rate %v\n%s", id, step, f.Message, f.Rate, f.Replay)
		}
	}
}

// What goes wrong between several that wait, or while connections are made by lanes, is found.
func TestFaultsOfWaitsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("explores many providers")
	}
	for id, ops := range map[string][]program.Op{
		"cancel-ends-neighbors": {program.Withdraw}, "reject-keeps-place": {program.Reject},
		"late-answer-to-next":      {program.Reject},
		"deaf-after-canceled-wait": {program.Withdraw}, "answers-share-a-place": {program.Reject, program.Connect},
		"deadlock-accept-post": {program.Reject, program.Connect},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			f := found(t, "stateful/"+id, explore.Options{Seed: 1, Programs: 2000, Repeats: 2, TimeoutScale: 0.2})
			if !slices.ContainsFunc(f.Program.Steps, func(s program.Step) bool { return slices.Contains(ops, s.Op) }) {
				t.Errorf("found without any step of %v: %s, rate %v\n%s", ops, f.Message, f.Rate, f.Replay)
			}
		})
	}
}

// What is signaled once too often or never, or told wrongly, is found, and so is what a queue pair does that is full
// or has ended.
func TestFaultsOfWhatIsToldAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("explores many providers")
	}
	for _, id := range []string{
		"accepts-packet-lost", "signaled-by-disconnect", "status-changes-1-in-8", "read-limits-swapped-1-in-4",
		"no-reads-1-in-8", "peer-port-shifted", "full-queue-overrun", "full-receive-queue-overrun",
		"canceled-receive-written", "refused-read-fetches", "disconnected-write-done",
	} {
		t.Run(id, func(t *testing.T) {
			found(t, "stateful/"+id, explore.Options{Seed: 1, Programs: 200, Repeats: 1, TimeoutScale: 0.2})
		})
	}
}

// If a program has one connection, the idle control connection shows what an end does to others.
func TestTheControlConnectionIsChecked(t *testing.T) {
	open, err := explore.Open("mutant,id=stateful/flush-mutes-another", "")
	if err != nil {
		t.Fatal(err)
	}
	p := program.Program{Config: program.Config{
		Connections: 1, Initiator: 2, Receive: 2, Queue: 5, OneQueue: true,
		Reads: 1, Entries: 1, Memory: 65536, Regions: 1, Message: 8192, Control: true,
	}}
	for _, op := range []program.Op{program.Settle, program.Flush} {
		p.Steps = append(p.Steps, program.Step{Op: op})
	}
	for control, findings := range map[bool]int{true: 1, false: 0} {
		p.Config.Control = control
		result, err := explore.Replay(t.Context(), open, p, explore.Options{Repeats: 2, TimeoutScale: 0.2})
		if err != nil || len(result.Findings) != findings {
			t.Errorf("with a control connection, %v: %v, %v", control, result.Findings, err)
		}
	}
}

// BenchmarkExplore carries programs out on the engine, by one worker. A step is a call, or several
// that belong together.
func BenchmarkExplore(b *testing.B) {
	open, err := explore.Open("ref", "")
	if err != nil {
		b.Fatal(err)
	}
	steps := 0
	for b.Loop() {
		result, err := explore.Run(b.Context(), open, explore.Options{Seed: 1, Programs: 40})
		if err != nil || len(result.Findings) > 0 {
			b.Fatal(result.Findings, err)
		}
		steps += result.Steps
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}

// A leak is shown by a program that is carried out often enough, and needs no steps if connections
// leak by themselves.
func TestALeakHasAProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("explores many providers")
	}
	open, err := explore.Open("mutant,id=stateful/queue-pair-leaks-1-mib", "")
	if err != nil {
		t.Fatal(err)
	}
	result, err := explore.Run(t.Context(), open, explore.Options{Seed: 1, First: afterBatches, Programs: 2000, Repeats: 2})
	if err != nil || len(result.Findings) != 1 {
		t.Fatalf("%v, %v", result.Findings, err)
	}
	if f := result.Findings[0]; f.Steps > 8 || f.Rate == 0 || f.Program.Times < 2 {
		t.Errorf("%s: %d steps, %d times, rate %v", f.Message, f.Steps, f.Program.Times, f.Rate)
	}
}

// What a call leaves behind that fails shows in the program that makes many of them in a row.
func TestABatchShowsALeak(t *testing.T) {
	if testing.Short() {
		t.Skip("explores many providers")
	}
	open, err := explore.Open("mutant,id=stateful/refused-connection-leaks-64-kib", "")
	if err != nil {
		t.Fatal(err)
	}
	result, err := explore.Run(t.Context(), open,
		explore.Options{Seed: 1, First: afterBatches - 1, Programs: 1, Repeats: 2, TimeoutScale: 3}) // to shrink it
	if err != nil || len(result.Findings) != 1 {
		t.Fatalf("%v, %v", result.Findings, err)
	}
	if f := result.Findings[0]; f.Steps > 8 || f.Rate != 1 || f.Program.Times > 1 {
		t.Errorf("%s: %d steps, %d times, rate %v", f.Message, f.Steps, f.Program.Times, f.Rate)
	}
}

// Explore finds an adapter whose creations are used up for good, although a sound adapter may lack the resources for a
// program's first objects.
func TestWhatIsUsedUpIsFound(t *testing.T) {
	p := program.Generate(1, 0, program.Style{}).With(nil)
	p.Config.Connections, p.Times = 4, 500
	open, err := explore.Open("mutant,id=stateful/makes-1500-queue-pairs", "")
	if err != nil {
		t.Fatal(err)
	}
	result, err := explore.Replay(t.Context(), open, p, explore.Options{Repeats: 1, TimeoutScale: 0.2})
	if err != nil || len(result.Findings) != 1 {
		t.Errorf("%v, %v", result, err)
	}
}

// A program that began, and then lacked resources, leaves none in use.
func TestWhatIsTooMuchIsGivenBack(t *testing.T) {
	open, err := explore.Open("legal,id=few-objects", "")
	if err != nil {
		t.Fatal(err)
	}
	small := program.Generate(1, 0, program.Style{}).With(nil)
	small.Config = program.Config{
		Connections: 1, Initiator: 2, Receive: 2, Queue: 64, OneQueue: true, Reads: 1,
		Entries: 1, Memory: 4096, Regions: 1, Message: 64,
	}
	large := small
	large.Config.Connections = 9
	large.Before = []program.Program{small, large, small}
	result, err := explore.Replay(t.Context(), open, large, explore.Options{Repeats: 1, TimeoutScale: 0.2})
	if err != nil || len(result.Findings) > 0 {
		t.Errorf("%v, %v", result.Findings, err)
	}
}

// What breaks a SHOULD only, or a rule that is excused, is a finding, and the exploration goes on.
func TestAnExplorationGoesOnAfterWhatDoesNotCount(t *testing.T) {
	if testing.Short() {
		t.Skip("explores many providers")
	}
	const many = 40
	for _, c := range []struct {
		id      string
		excused []string
		goesOn  bool
	}{
		{"port-kept-1-in-8", nil, true},
		{"batch-swapped", []string{"cq.getresults.*"}, true},
		{"batch-swapped", []string{"cq.notify.*"}, false},
	} {
		open, err := explore.Open("mutant,id=stateful/"+c.id, "")
		if err != nil {
			t.Fatal(err)
		}
		result, err := explore.Run(t.Context(), open,
			explore.Options{Seed: 30, Programs: many, Repeats: 1, TimeoutScale: 0.5, Excused: c.excused})
		if err != nil || (result.Programs == many) != c.goesOn || len(result.Findings) == 0 {
			t.Errorf("%s without %v: %d programs, %v, %v", c.id, c.excused, result.Programs, result.Findings, err)
		}
		if c.excused != nil && result.Findings[0].CutShort != c.goesOn {
			t.Errorf("%s without %v: shrinking was cut short: %v", c.id, c.excused, result.Findings[0].CutShort)
		}
	}
}

// Programs that come before another one are carried out on the same ends.
func TestWhatComesBeforeHasAPart(t *testing.T) {
	open, err := explore.Open("mutant,id=stateful/connects-600-times", "")
	if err != nil {
		t.Fatal(err)
	}
	p := program.Generate(1, 0, program.Style{}).With(nil)
	p.Config.Connections = 1
	before := p
	for len(p.Before) < 700 {
		p.Before = append(p.Before, before)
	}
	for most, want := range map[int]int{100: 0, 700: 1} {
		p.Before = p.Before[:most]
		result, err := explore.Replay(t.Context(), open, p, explore.Options{Repeats: 1})
		if err != nil || len(result.Findings) != want || result.Programs != most+1 {
			t.Errorf("after %d programs: %v, %v", most, result, err)
		}
		p.Before = p.Before[:700]
	}
}

// Whoever waits for a program that is carried out often hears of it each time.
func TestEachTimeOfAProgramGivesASignOfLife(t *testing.T) {
	open, err := explore.Open("ref", "")
	if err != nil {
		t.Fatal(err)
	}
	p := program.Generate(1, 0, program.Style{}).With(nil)
	p.Times = 50
	signs := 0
	found, err := explore.Replay(t.Context(), open, p, explore.Options{Repeats: 1, Alive: func() { signs++ }})
	if err != nil || found.Findings != nil || signs < p.Times {
		t.Errorf("%v, %v, %d signs of life in %d times", found, err, signs, p.Times)
	}
}
