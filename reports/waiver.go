package reports

import (
	"fmt"
	"strings"
)

// A Waiver is an entry of the waiver file, and what a run made of it.
type Waiver struct {
	ID       string `json:"id"`
	Provider string `json:"provider"`
	Version  string `json:"version,omitempty"`
	Reason   string `json:"reason"`
	Link     string `json:"link"`
	// Expires is the last day on which it holds: 2026-12-31.
	Expires string `json:"expires"`
	Expired bool   `json:"expired,omitempty"`
	// Matched counts the specs of the run that the waiver names; Waived lists
	// those whose failure it excused, and Passed those that did not need it.
	Matched int      `json:"matched"`
	Waived  []string `json:"waived,omitempty"`
	Passed  []string `json:"passed,omitempty"`
}

// Problem says why the waiver should be taken out of its file or changed; it is
// empty if the waiver is in order. filtered says that the run is of less than the
// whole suite, which excuses a waiver that matches no spec of the run.
func (w Waiver) Problem(filtered bool) string {
	switch {
	case w.Expired:
		return "expired on " + w.Expires
	case w.Matched == 0 && !filtered:
		return "matches no spec"
	case len(w.Passed) > 0:
		return fmt.Sprintf("is not needed: %s passed", strings.Join(w.Passed, ", "))
	}
	return ""
}

// WaiverProblems lists, one per line, the waivers of run that should be taken out
// of their file or changed.
func (r *Run) WaiverProblems() []string {
	filtered := len(r.Filters)+len(r.Profiles) > 0 || r.Shard != ""
	var lines []string
	for _, w := range r.Waivers {
		if problem := w.Problem(filtered); problem != "" {
			lines = append(lines, w.ID+": "+problem)
		}
	}
	return lines
}
