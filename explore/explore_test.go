package explore_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/explore"
	_ "github.com/ndconform/ndconform/providers/legal"
	_ "github.com/ndconform/ndconform/providers/ref"
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
	result, err := explore.Run(context.Background(), open, explore.Options{
		Seed: uint64(number("EXPLORE_SEED", 1)), Programs: number("EXPLORE_PROGRAMS", 60), Findings: number("EXPLORE_FINDINGS", 1), Repeats: 3,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Findings {
		t.Errorf("%s %v, rate %v, %d steps\n%s\n%s", f.Message, f.Rules, f.Rate, f.Steps, strings.Join(f.Calls, "\n"), f.Replay)
	}
	t.Logf("%d programs, %d steps, %.1f s, %.0f steps a second, %v", result.Programs, result.Steps, result.Seconds, float64(result.Steps)/result.Seconds, result.Transitions.Table)
}
