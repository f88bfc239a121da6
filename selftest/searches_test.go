package selftest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
)

func seededFault(id, kind string) SeededFault {
	return SeededFault{Mutant: Mutant{ID: id, Breaks: "x.y", What: "It is wrong."}, Kind: kind}
}

// exploration explores mutants whose findings are known.
func exploration(findings map[string]explore.Finding, mutants ...SeededFault) Exploration {
	return Exploration{
		Mutants: mutants, Provider: func(id string) string { return "mutant,id=" + id }, Procs: 2, Seed: 7, For: time.Minute,
		Sound: "mutant",
		Replay: func(context.Context, string, program.Program, int) (explore.Result, error) {
			return explore.Result{Programs: 1}, nil
		},
		Explore: func(_ context.Context, provider string, o explore.Options) (explore.Result, error) {
			if o.Seed != 7 || o.For != time.Minute {
				return explore.Result{}, errors.New("other options")
			}
			r := explore.Result{Programs: 3, Seconds: 60}
			if f, ok := findings[strings.TrimPrefix(provider, "mutant,id=")]; ok {
				r.Findings = append(r.Findings, f)
			}
			return r, nil
		},
	}
}

func TestSearches(t *testing.T) {
	s, err := Explore(t.Context(), exploration(map[string]explore.Finding{
		"s/quick": {Rules: []string{"x.y", "z"}, Message: "seen", Steps: 3, Rate: 1, Seconds: 0.25},
		"s/long":  {Rules: []string{"z"}, Steps: 40, Rate: 0.5, Seconds: 4},
		"s/rare":  {Rules: []string{"z"}, Steps: 900, Rate: 1, Seconds: 30},
	}, seededFault("s/quick", "order"), seededFault("s/long", "order"), seededFault("s/rare", "counting"),
		seededFault("s/never", "leak")))
	if err != nil {
		t.Fatal(err)
	}
	s.Seconds = 12
	want := strings.TrimLeft(`
found     s/quick  order, in 0.2 s, 3 steps, 10 of 10 replays: x.y, z
found     s/long   order, in 4.0 s, 40 steps, 5 of 10 replays: z
found     s/rare   counting, in 30.0 s, 900 steps, 10 of 10 replays: z
SURVIVED  s/never  leak, 3 programs in 60 s: It is wrong.
counting: 1 of 1 found
leak: 0 of 1 found
order: 2 of 2 found
4 mutants: 3 found, 1 survived; half of those found in 4.0 s
of 2 found that do not count, 1 have programs of at most 8 steps, and 1 show again nine times of ten
12 s, seed 7
`, "\n")
	if got := s.Text(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if one := s.Mutants[0]; one.FoundBy != "explore" || one.Message != "seen" || s.Mutants[3].FoundBy != "" {
		t.Errorf("%+v", s.Mutants)
	}
}

func TestASearchThatFailsEndsTheExploration(t *testing.T) {
	x := exploration(nil, seededFault("one", "order"), seededFault("two", "order"))
	x.Seed = 8
	if _, err := Explore(t.Context(), x); err == nil || !strings.Contains(err.Error(), "other options") {
		t.Error(err)
	}
}

// What the sound provider shows, too, finds no mutant: by itself, or in a replay.
func TestNothingIsFoundByWhatTheSoundProviderShows(t *testing.T) {
	finding := explore.Finding{Rules: []string{"x.y"}, Message: "seen", Rate: 1}
	x := exploration(map[string]explore.Finding{"mutant": finding}, seededFault("s/one", "order"))
	if s, err := Explore(t.Context(), x); err == nil || !strings.Contains(err.Error(), "seen") {
		t.Errorf("%v, %v", s, err)
	}
	x = exploration(map[string]explore.Finding{"s/one": finding}, seededFault("s/one", "order"))
	x.Replay = func(_ context.Context, provider string, _ program.Program, _ int) (explore.Result, error) {
		if provider != "mutant" {
			t.Errorf("it was replayed on %s", provider)
		}
		return explore.Result{Findings: []explore.Finding{finding}}, nil
	}
	if s, err := Explore(t.Context(), x); err == nil || !strings.Contains(err.Error(), "mutant s/one: ") {
		t.Errorf("%v, %v", s, err)
	}
}

// What has shown once is carried out on the sound provider more often than what shows again.
func TestWhatShowsOnceIsHeldAgainstTheSoundProviderOftener(t *testing.T) {
	times := map[float64]int{}
	for _, rate := range []float64{0, 1} {
		x := exploration(map[string]explore.Finding{"s/one": {Rules: []string{"x.y"}, Rate: rate}},
			seededFault("s/one", "order"))
		x.Replay = func(_ context.Context, _ string, _ program.Program, n int) (explore.Result, error) {
			times[rate] = n
			return explore.Result{Programs: 1}, nil
		}
		if _, err := Explore(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}
	if times[1] < 1 || times[0] < 10*times[1] {
		t.Errorf("%v", times)
	}
}
