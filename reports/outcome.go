package reports

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/requirement"
)

// An Outcome is a run in a few words.
type Outcome struct {
	// Verdict is Pass or Fail, Unobservable for a run that has observed too little to say either, or Error for a run that
	// proves nothing.
	Verdict Verdict
	Words   string
	Detail  string
}

// OutcomeOf claims less if some rules were not selected, or are covered by no spec.
func OutcomeOf(run *Run, rules []Rule) Outcome {
	count := run.Count()
	switch {
	case run.Explored != nil:
		return exploredOutcome(run)
	case run.Watched != nil:
		return watchedOutcome(run)
	case run.Incomplete != "":
		return Outcome{Error, "Incomplete", "The run did not reach its end: " + run.Incomplete}
	case run.Judged() == 0 && len(run.FailedPrerequisites) == 0:
		return Outcome{Error, "Nothing ran", "No spec came to a judgement, and that proves nothing."}
	case !run.Conformant():
		return Outcome{Fail, "Not conformant", broken(run, count)}
	case run.Filtered() || Unjudged(rules) > 0:
		return Outcome{Pass, "Conformant in what was run" + run.WaivedWords(), kept(run, rules)}
	}
	if lacking := TooLittle(run); lacking != "" {
		return Outcome{Unobservable, "Too little observed", strings.ToUpper(lacking[:1]) + lacking[1:] + "."}
	}
	return Outcome{Pass, "Conformant" + run.WaivedWords(), kept(run, rules)}
}

func broken(run *Run, count map[Verdict]int) string {
	var parts []string
	if n := count[Fail]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", n))
	}
	if n := count[Error]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d ended in an error", n))
	}
	if n := count[NotRun]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d could not be run because of what others found", n))
	}
	if len(parts) == 0 {
		parts = append(parts, "none could be judged")
	}
	return fmt.Sprintf("Of %s, %s.", plural.Of(len(run.Specs), "spec"), strings.Join(parts, " and "))
}

func kept(run *Run, rules []Rule) string {
	found := "none found a rule broken"
	if n := run.Count()[Waived]; n > 0 {
		found = fmt.Sprintf("%d found a rule broken, which waivers excuse", n)
	}
	text := fmt.Sprintf("%d of %s came to a judgement, and %s.", run.Judged(), plural.Of(len(run.Specs), "spec"), found)
	if n := Unjudged(rules); n > 0 {
		text += fmt.Sprintf(" %d MUST rules were not judged.", n)
	}
	return text
}

// WaivedWords say, behind "conformant", how many failures waivers excuse. They are empty if there are none.
func (r *Run) WaivedWords() string {
	if n := r.Count()[Waived]; n > 0 {
		return " but for " + plural.Of(n, "waived failure")
	}
	return ""
}

// Unjudged counts the rules that bind and that the run does not judge.
func Unjudged(rules []Rule) int {
	n := 0
	for _, r := range rules {
		if r.Level == requirement.Must && !r.Provisional && r.Verdict == NotRun {
			n++
		}
	}
	return n
}

// meaning says what each verdict means, in one line.
var meaning = map[Verdict]string{
	Pass:         "the preferred behavior",
	Warn:         "accepted by the ruling, not preferred",
	Fail:         "a rule is broken",
	Error:        "the provider crashed, hung or left the process, or the harness failed",
	Unsupported:  "the provider does not claim the optional feature",
	Unobservable: "needs a fault that this provider cannot inject",
	Waived:       "a failure listed in the waiver file",
	NotRun:       "left over by a run that was interrupted, or in vain because of what another spec found",
}

// Meaning says what a verdict means, in one line.
func (v Verdict) Meaning() string { return meaning[v] }

// Reading lists the verdicts in the order of a reader's interest.
var Reading = []Verdict{Error, Fail, Waived, Warn, NotRun, Unobservable, Unsupported, Pass}

// Title returns a verdict as it appears in headings.
func (v Verdict) Title() string {
	if v == NotRun {
		return "Not run"
	}
	return strings.ToUpper(string(v[:1])) + string(v[1:])
}
