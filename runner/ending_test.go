package runner_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
)

// endsBadly is a worker that does all that it is asked to, and ends like one whose
// sanitizer has found something.
const endsBadly = "ends-badly"

func init() {
	programs[endsBadly] = func([]string) {
		_ = worker.Work(os.Stdin)
		os.Stderr.WriteString("WARNING: DATA RACE\n")
		os.Exit(66)
	}
}

// TestEndingBadly shows that a worker that fails when its specs are done does not go
// unnoticed, nor is forgotten when the run is resumed, although nothing is left to run.
func TestEndingBadly(t *testing.T) {
	t.Parallel()
	c := config("fake")
	c.Worker[1] = endsBadly
	path := filepath.Join(t.TempDir(), "journal")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c.Journal = file
	r, err := runner.Run(context.Background(), plan("fake.pass", "fake.warn"), c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Conformant() || !strings.HasPrefix(r.Incomplete,
		"a process failed after its last spec: exit status 66\n") || !strings.Contains(r.Incomplete, "DATA RACE") {
		t.Errorf("incomplete %q", r.Incomplete)
	}
	for _, s := range r.Specs {
		if !s.Verdict.Judged() {
			t.Errorf("%s: %s", s.ID, s.Verdict)
		}
	}
	j, resumed, err := journal.Resume(path, reports.Machine{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resumed.Close()
	again, err := runner.Resume(context.Background(), j, config("fake").Lab)
	if err != nil || again.Incomplete != r.Incomplete {
		t.Errorf("resumed: incomplete %q, %v", again.Incomplete, err)
	}
}
