package explore_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/explore"
)

// What is found is reported although the exploration ends before it is minimized, and as the smallest program
// so far shows it.
func TestAFindingThatIsCutShortIsReported(t *testing.T) {
	open, err := explore.Open("mutant,id=qp.flush.cancels-receives/forgets-one", "")
	if err != nil {
		t.Fatal(err)
	}
	for name, smaller := range map[string]bool{"as it was found": false, "as it was minimized so far": true} {
		ctx, cancel := context.WithCancel(t.Context())
		o := explore.Options{Seed: 1, Programs: 400, TimeoutScale: 0.5}
		found, least := 0, 0
		o.Found = func(f explore.Finding) {
			found = f.Steps
			if !smaller {
				cancel()
			}
		}
		o.Smaller = func(f explore.Finding) {
			least = f.Steps
			if f.Steps < found/2 {
				cancel()
			}
		}
		minimized := 0
		o.Minimized = func(explore.Finding) { minimized++ }
		result, err := explore.Run(ctx, open, o)
		if err != nil || len(result.Findings) != 1 || minimized != 1 {
			t.Fatalf("%s: %d findings, minimized %d times, %v", name, len(result.Findings), minimized, err)
		}
		f := result.Findings[0]
		want := found
		if smaller {
			want = least
		}
		if !f.CutShort || f.Steps != want || f.Replay == "" || f.Unconfirmed {
			t.Errorf("%s: cut short %v, %d steps of %d, want %d: %s", name, f.CutShort, f.Steps, found, want, f.Replay)
		}
	}
}

// So is a call that does not return, if the exploration ends meanwhile.
func TestACallThatHangsAtTheEndIsReported(t *testing.T) {
	open, err := explore.Open("mutant,id=broken/stuck-queue", "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result, err := explore.Run(ctx, open,
		explore.Options{Seed: 1, Programs: 1, TimeoutScale: 0.2, Before: func(what, _ string) {
			if strings.Contains(what, "GetResults") {
				cancel()
			}
		}})
	if err != nil || len(result.Findings) != 1 || !result.Findings[0].CutShort {
		t.Fatalf("%+v, %v", result.Findings, err)
	}
}

// afterBatches is the first program of tests of leaks that connections show: the program before it begins with
// batches, which show most leaks by themselves.
const afterBatches = 13

// A leak that nothing has shown again may be none.
func TestALeakThatIsCutShortIsUnconfirmed(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for limits of time")
	}
	open, err := explore.Open("mutant,id=stateful/queue-pair-leaks-1-mib", "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result, err := explore.Run(ctx, open, explore.Options{
		Seed: 1, First: afterBatches, Programs: 2000, Found: func(explore.Finding) { cancel() },
	})
	if err != nil || len(result.Findings) != 1 || !result.Findings[0].CutShort || !result.Findings[0].Unconfirmed {
		t.Fatalf("%+v, %v", result.Findings, err)
	}
}

// A program that is carried out again is reported as far as that has come.
func TestAReplayThatIsCutShortIsReported(t *testing.T) {
	open, err := explore.Open("mutant,id=qp.flush.cancels-receives/forgets-one", "")
	if err != nil {
		t.Fatal(err)
	}
	result, err := explore.Run(t.Context(), open, explore.Options{Seed: 1, Programs: 400, TimeoutScale: 0.5, Repeats: 2})
	if err != nil || len(result.Findings) != 1 {
		t.Fatalf("%+v, %v", result.Findings, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	times := 0
	result, err = explore.Replay(ctx, open, result.Findings[0].Program, explore.Options{TimeoutScale: 0.5, Alive: func() {
		if times++; times > 6 { // it says so twice each time
			cancel()
		}
	}})
	if err != nil || len(result.Findings) != 1 || !result.Findings[0].CutShort {
		t.Fatalf("%+v, %v", result.Findings, err)
	}
}

// A program that takes much longer than the exploration may is left unfinished, and nothing is found in it.
func TestALongProgramIsLeftUnfinished(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for what a slow provider has to release")
	}
	const long = 55 // a program that registers memory over and over, for five milliseconds each time
	open, err := explore.Open("legal,id=slow-memory", "")
	if err != nil {
		t.Fatal(err)
	}
	result, err := explore.Run(t.Context(), open,
		explore.Options{Seed: 1, First: long, For: time.Millisecond, TimeoutScale: 0.1})
	if err != nil || result.Programs != 0 || len(result.Findings) > 0 {
		t.Errorf("%v, %v", result, err)
	}
}
