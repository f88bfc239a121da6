package command

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/compare"
	"github.com/ndconform/ndconform/reports/markdown"
)

// The exit codes.
const (
	exitConformant = 0
	exitFailed     = 1 // a failure, an error, or a run that was cut off
	exitUsage      = 2 // bad arguments or configuration; nothing is written
	exitHarness    = 3 // the harness itself failed
	exitNothing    = 4 // nothing ran
)

// An exitError ends the command with a code. Its text, if any, is shown.
type exitError struct {
	code int
	text string
}

func (e *exitError) Error() string { return e.text }

func usageError(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Sprintf(format, args...)}
}

func harnessError(format string, args ...any) error {
	return &exitError{exitHarness, fmt.Sprintf(format, args...)}
}

// exitCode returns the exit code of an error, or of none. An error without one is cobra's complaint
// about arguments.
func exitCode(err error) int {
	if err == nil {
		return exitConformant
	}
	if e := (*exitError)(nil); errors.As(err, &e) {
		return e.code
	}
	return exitUsage
}

// outcome returns the error with which a run that was reported ends. With a
// baseline, failures count only if they are regressions. A run that judged nothing
// is never green.
func (j *job) outcome(run *reports.Run) error {
	if j.baseline == nil || run.Incomplete == "" && run.Judged() == 0 {
		return outcome(run, j.flags.strictWaivers)
	}
	c, err := j.baseline.compare(run)
	if err != nil {
		return harnessError("%v", err)
	}
	if !j.flags.quiet {
		text := append([]byte("\ncompared with the baseline:\n"), compare.Text(c)...)
		if os.Getenv("GITHUB_ACTIONS") == "true" {
			text = markdown.Literal(text, rand.Text())
		}
		if _, err := j.prints().Write(text); err != nil {
			return harnessError("%v", err)
		}
	}
	if c.Regressed() {
		return &exitError{code: exitFailed}
	}
	return waiversInOrder(run, j.flags.strictWaivers)
}

// outcome returns the error with which a run that was reported ends. A run in which
// every spec was skipped has judged nothing, and that is never green.
func outcome(run *reports.Run, strictWaivers bool) error {
	switch {
	case len(run.FailedPrerequisites) > 0:
		return &exitError{code: exitFailed}
	case run.Incomplete == "" && run.Judged() == 0:
		return &exitError{exitNothing, "nothing ran: every selected spec was skipped"}
	case !run.Conformant():
		return &exitError{code: exitFailed}
	}
	return waiversInOrder(run, strictWaivers)
}

// waiversInOrder returns the error with which a run ends in which nothing else is
// wrong.
func waiversInOrder(run *reports.Run, strict bool) error {
	if strict && len(run.WaiverProblems()) > 0 {
		return &exitError{exitFailed, "waivers are not in order: " + strings.Join(run.WaiverProblems(), "; ")}
	}
	return nil
}
