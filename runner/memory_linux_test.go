package runner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/spec"
)

// TestThriceTooMuchMemory shows that a process is ended that takes more memory than it may, and
// that memory is held to be lost, for the specs that follow, when that has happened three times.
func TestThriceTooMuchMemory(t *testing.T) {
	t.Parallel()
	leaking := []string{"fake.leak", "fake.leak/again", "fake.leak/once more"}
	c := config("fake")
	c.MemoryLimit, c.Probes = 256<<20, plan("fake.pass")
	r, err := runner.Run(context.Background(), plan(leaking...), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Specs {
		if s.Verdict != reports.Error || !strings.Contains(s.Message, "it took more memory than its limit of 256 MiB") {
			t.Errorf("%s: %s, %s", s.ID, s.Verdict, s.Message)
		}
	}
	if len(r.FailedPrerequisites) != 1 || r.FailedPrerequisites[0].Prerequisite != string(spec.PrerequisiteFreedMemory) {
		t.Errorf("what has fallen: %+v", r.FailedPrerequisites)
	}
}
