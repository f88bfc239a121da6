package selftest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/explore"
)

// TestExploredVariants has findings on one variant, and a warning on another.
func TestExploredVariants(t *testing.T) {
	x := VariantExploration{
		Variants: []Variant{{ID: "sound"}, {ID: "odd"}, {ID: "quiet"}}, For: time.Minute, Procs: 2, Seed: 7,
		Explore: func(_ context.Context, v Variant, o explore.Options) (explore.Result, error) {
			if o.Seed != 7 || o.For != time.Minute {
				return explore.Result{}, errors.New("other options")
			}
			r := explore.Result{Programs: 3, Steps: 500, Seconds: 60}
			switch v.ID {
			case "odd":
				r.Findings = []explore.Finding{{Rules: []string{"cq.notify.never-stuck"}, Message: "seen", Replay: "{}"}}
			case "quiet":
				r.Findings = []explore.Finding{{Rules: []string{"cq.notify.cancel-in-order"}, Message: "seen"}}
			}
			return r, nil
		},
	}
	s, err := ExploreVariants(t.Context(), x)
	if err != nil || !slices.Equal(s.Failed(), []string{"odd"}) {
		t.Fatalf("%v, failed %v", err, s.Failed())
	}
	s.Seconds = 12
	want := strings.TrimLeft(`
legal     sound  3 programs, 500 steps in 60 s
FAILED    odd    3 programs, 500 steps in 60 s
          cq.notify.never-stuck: seen
{}
legal     quiet  3 programs, 500 steps in 60 s
          warns cq.notify.cancel-in-order
3 variants: something was found on 1
1500 steps, 12 s, seed 7
`, "\n")
	if got := s.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	x.Explore = func(context.Context, Variant, explore.Options) (explore.Result, error) {
		return explore.Result{}, errors.New("lost")
	}
	if _, err := ExploreVariants(t.Context(), x); err == nil || !strings.Contains(err.Error(), ": lost") {
		t.Errorf("the error is %v", err)
	}
}
