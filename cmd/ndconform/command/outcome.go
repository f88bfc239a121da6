package command

import (
	"crypto/rand"
	"os"
	"strings"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/compare"
	"github.com/ndconform/ndconform/reports/markdown"
)

// outcome returns the error with which a run that was reported ends. With a
// baseline, failures count only if they are regressions. A run that judged nothing
// is never green.
func (j *job) outcome(run *reports.Run) error {
	if j.baseline == nil || run.Incomplete == "" && run.Judged() == 0 {
		return outcome(run, j.flags.strictWaivers)
	}
	c, err := j.baseline.compare(run)
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	if !j.flags.quiet {
		text := append([]byte("\ncompared with the baseline:\n"), compare.Text(c)...)
		if os.Getenv("GITHUB_ACTIONS") == "true" {
			text = markdown.Literal(text, rand.Text())
		}
		if _, err := j.prints().Write(text); err != nil {
			return exit.HarnessError("%v", err)
		}
	}
	if c.Regressed() {
		return &exit.Error{Code: exit.Failed}
	}
	return waiversInOrder(run, j.flags.strictWaivers)
}

// outcome returns the error with which a run that was reported ends. A run in which
// every spec was skipped has judged nothing, and that is never green.
func outcome(run *reports.Run, strictWaivers bool) error {
	switch {
	case len(run.FailedPrerequisites) > 0:
		return &exit.Error{Code: exit.Failed}
	case run.Incomplete == "" && run.Judged() == 0:
		return &exit.Error{Code: exit.Nothing, Text: "nothing ran: every selected spec was skipped"}
	case !run.Conformant():
		return &exit.Error{Code: exit.Failed}
	case reports.TooLittle(run) != "":
		return &exit.Error{Code: exit.TooLittle}
	}
	return waiversInOrder(run, strictWaivers)
}

// waiversInOrder returns the error with which a run ends in which nothing else is
// wrong.
func waiversInOrder(run *reports.Run, strict bool) error {
	if strict && len(run.WaiverProblems()) > 0 {
		return &exit.Error{Code: exit.Failed, Text: "waivers are not in order: " + strings.Join(run.WaiverProblems(), "; ")}
	}
	return nil
}
