package compare

import (
	"regexp"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// A standing is how much a verdict is worth to a reader who watches for a provider
// to get worse.
type standing int

const (
	open    standing = iota // nothing was shown
	kept                    // the rule was kept
	excused                 // the rule is broken, and a waiver says why
	broke                   // the rule is broken, or the provider crashed
)

func standingOf(v reports.Verdict) standing {
	switch v {
	case reports.Pass, reports.Warn:
		return kept
	case reports.Waived:
		return excused
	case reports.Unsupported, reports.Unobservable, reports.NotRun:
		return open
	}
	return broke
}

// changed says what happened to a spec that both runs have; a change without a class is no
// change. A spec without a verdict in the old run can't have regressed, nor can a spec that is
// not run because of what the old run knows.
func changed(was, is reports.Spec, known known, t times) Change {
	c := Change{ID: is.ID, Title: is.Title, Old: outcomeOf(was), New: outcomeOf(is)}
	before, after := standingOf(was.Verdict), standingOf(is.Verdict)
	switch {
	case was.Verdict == reports.NotRun && after == broke:
		c.Class, c.Because = Verdict, "it was not run before"
	case isExcused(was) && after == broke, isExcused(is) && before == kept: // which spec, may depend on the order
		c.Class, c.Because = Verdict, "the first lack of resources in a process is excused"
	case after != kept && known.lacks[is.Lacks] && was.Verdict != is.Verdict: // likewise
		c.Class, c.Because = Verdict, is.Lacks+" ran out of resources in the old run, too"
	case after == broke && before == kept && known.owed[owedBy(is)]: // which specs get it, may depend on the order
		c.Class, c.Because = Verdict, owedBy(is)+": in the old run, too"
	case stillNotRun(was, is): // the spec that caused it may depend on the order
	case after == broke && before != broke:
		c.Class = Regression
	case before == kept && is.Verdict == reports.NotRun && known.causes[is.CauseSpec]:
		c.Class, c.Because = Verdict, "not run because of "+is.CauseSpec+", which was not kept before either"
	case before == kept && after == open:
		c.Class, c.Because = Regression, "what was shown to hold no longer is"
	case after == kept && (before == broke || before == excused):
		c.Class = Repaired
	case was.Verdict != is.Verdict:
		c.Class = Verdict
	case essence(was.Message) != essence(is.Message):
		c.Class = Message
	default:
		c.Class, c.Because = t.class(is)
	}
	return c
}

// isExcused reports whether a spec has met a lack of resources that was excused.
func isExcused(s reports.Spec) bool {
	return s.Verdict == reports.Unobservable && strings.Contains(s.Message, finding.Excused)
}

// stillNotRun reports whether neither run has run a spec, because of what other specs found.
func stillNotRun(was, is reports.Spec) bool {
	return was.Verdict == reports.NotRun && is.Verdict == reports.NotRun && was.CauseSpec != "" && is.CauseSpec != ""
}

// known is what the old run explains of the new one, where which specs show it may depend on the
// order.
type known struct {
	// causes are the ids of the specs that were broken in the old run, or not run because of others
	// there, and so explain that others are not run. That of a prerequisite which fails in the new
	// run only explains nothing.
	causes map[string]bool
	// lacks are the methods that ran out of resources in the old run where they should not have.
	lacks map[string]bool
	// owed are the methods that did not give what they owe in the old run, and concern no more than
	// twice as many specs in the new one.
	owed map[string]bool
}

func newKnown(was, is *reports.Run) known {
	k := known{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	now := concerned(is)
	for what, n := range concerned(was) {
		k.owed[what] = now[what] <= 2*n
	}
	for _, s := range was.Specs {
		v := standingOf(s.Verdict)
		if v == broke || v == excused || s.CauseSpec != "" {
			k.causes[s.ID] = true
		}
		if s.Lacks != "" && (v == broke || v == excused || isExcused(s)) {
			k.lacks[s.Lacks] = true
		}
	}
	for _, f := range is.FailedPrerequisites {
		delete(k.causes, f.Spec.ID)
	}
	for _, f := range was.FailedPrerequisites {
		k.causes[f.Spec.ID] = true
	}
	return k
}

// owedBy names the method that did not give a broken spec what it owed, and what that was; it is empty if
// the spec found something else.
func owedBy(s reports.Spec) string {
	if len(s.Findings) == 0 || !finding.IsOwed(s.Findings[0].Does) {
		return ""
	}
	return s.Findings[0].Method + " " + s.Findings[0].Does
}

// concerned counts the specs to which a method did not give what it owes, and those that were not run
// because of them, by [owedBy].
func concerned(r *reports.Run) map[string]int {
	count, by := map[string]int{}, map[string]string{}
	for _, s := range r.Specs {
		if what := owedBy(s); what != "" && standingOf(s.Verdict) == broke {
			count[what]++
			by[s.ID] = what
		}
	}
	for _, s := range r.Specs {
		if what := by[s.CauseSpec]; what != "" {
			count[what]++
		}
	}
	return count
}

// missing says what it means that the new run lacks a spec. If the spec's rule was
// kept before, that is a regression, unless the spec was left out on purpose.
func missing(was reports.Spec, is *reports.Run) Change {
	c := Change{Class: Gone, ID: was.ID, Title: was.Title, Old: outcomeOf(was)}
	switch {
	case is.Shard != "":
		c.Because = "the new run is of a shard"
	case !is.Selects(was):
		c.Because = "the new run does not select it"
	case standingOf(was.Verdict) == kept:
		c.Class, c.Because = Regression, "the new run does not have it"
	default:
		c.Because = "the new run does not have it"
	}
	return c
}

// appeared says what it means that only the new run has a spec. A failure that was not known
// before is a regression, unless the old run is of a shard that need not have it.
func appeared(is reports.Spec, was *reports.Run) Change {
	c := Change{Class: New, ID: is.ID, Title: is.Title, New: outcomeOf(is)}
	switch {
	case was.Shard != "":
		c.Because = "the old run is of a shard"
	case standingOf(is.Verdict) == broke:
		c.Class, c.Because = Regression, "the old run does not have it"
	}
	return c
}

// accidental is what differs from run to run without a difference in what a
// provider does: addresses, tokens, lines of its source, times, and which spec was first
// to show what others refer to.
var accidental = regexp.MustCompile(
	`0x[0-9a-fA-F]+|\b\d+(\.\d+)?(ns|µs|us|ms|s)\b|\b\d+ goroutines?\b|goroutine \d+|:\d+\b|\.go:\d+|` +
		`; see [a-z0-9]+(\.[a-z0-9-]+)+(/[a-z0-9./-]+)?`)

// essence returns a message without what is accidental in it.
func essence(message string) string {
	return strings.Join(strings.Fields(accidental.ReplaceAllString(message, "…")), " ")
}
