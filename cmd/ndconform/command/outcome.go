package command

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/compare"
	"github.com/ndconform/ndconform/reports/printable"
)

// outcome returns the error with which a run that was reported ends. Beside a baseline, failures count only if they are
// regressions. A run in which every spec was skipped has judged nothing, and that is never green.
func outcome(run *reports.Run, c *compare.Comparison, strictWaivers bool) error {
	switch {
	case c != nil && c.Regressed():
		return &exit.Error{Code: exit.Failed}
	case c != nil:
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

// ending is what is printed last, if the report's own last line does not say how the command ends: whether the run
// passes beside a baseline, or what else makes it fail.
func ending(run *reports.Run, c *compare.Comparison, result error) []byte {
	var why string
	if result != nil {
		why = printable.Text(result.Error())
	}
	switch {
	case c == nil && (why == "" || exit.Code(result) == exit.Nothing):
		return nil
	case c == nil:
		return fmt.Appendf(nil, "exit code %d: %s\n", exit.Code(result), why)
	case result == nil:
		return fmt.Appendf(nil, "gate: passed: no regression; %s\n", knownWords(run))
	case why == "":
		n := len(c.Of(compare.Regression))
		why = plural.Of(n, "regression")
		if c.Broken != "" {
			why = c.Broken
		}
	}
	return fmt.Appendf(nil, "gate: failed: %s\n", why)
}

// knownWords count what the run failed that its baseline had failed, too.
func knownWords(run *reports.Run) string {
	count := run.Count()
	return plural.Of(count[reports.Fail]+count[reports.Error], "known failure")
}

// waiversInOrder returns the error with which a run ends in which nothing else is
// wrong.
func waiversInOrder(run *reports.Run, strict bool) error {
	if strict && len(run.WaiverProblems()) > 0 {
		return &exit.Error{Code: exit.Failed, Text: "waivers are not in order: " + strings.Join(run.WaiverProblems(), "; ")}
	}
	return nil
}
