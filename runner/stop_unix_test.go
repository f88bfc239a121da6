//go:build unix

package runner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// TestProcessThatIsDeaf stops a worker so that it can't even be asked to end.
func TestProcessThatIsDeaf(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for limits of time")
	}
	t.Parallel()
	c := config("fake")
	c.TimeoutScale = 0.1
	r, err := runner.Run(context.Background(), plan("fake.stop"), c)
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Specs[0]; s.Verdict != reports.Error || !strings.Contains(s.Message, "no sign of life") {
		t.Errorf("%+v", s)
	}
	if r.Incomplete != "" {
		t.Error(r.Incomplete)
	}
}
