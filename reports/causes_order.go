package reports

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// firstToShow orders specs that found the same by how near they are to it: first those that expected success, ND2's
// before its relatives', about the method at fault, without injected faults, under a rule that is broken elsewhere,
// too; and then the simplest.
func (t tallies) firstToShow(a, b Spec, suspect string) int {
	return cmp.Or(
		cmp.Compare(awaitsFailure(a), awaitsFailure(b)),
		cmp.Compare(generation(a), generation(b)),
		cmp.Compare(farFrom(a, suspect), farFrom(b, suspect)),
		cmp.Compare(faults(a), faults(b)),
		cmp.Compare(t.beside(ruleNamed(a).ID), t.beside(ruleNamed(b).ID)),
		cmp.Compare(probeOrder(a), probeOrder(b)),
		cmp.Compare(shape(a), shape(b)),
		cmp.Compare(situation(a), situation(b)),
		cmp.Compare(steps(a), steps(b)),
		cmp.Compare(len(a.Prerequisites), len(b.Prerequisites)),
		cmp.Compare(a.ID, b.ID),
	)
}

// farFrom returns 0 for a spec about a method, 1 for one about another of its object's, and 2 for any other.
func farFrom(s Spec, method string) int {
	object, _, _ := strings.Cut(method, "::")
	switch {
	case requirement.IsAbout(s.ID, method), at(s.ID) == method:
		return 0
	case ruleNamed(s).Interface == object:
		return 1
	}
	return 2
}

// moreCausal orders causes: ND2's before its relatives', then those that others build on, in the order in which a
// provider is written, what is done wrong before what is not done, and then those that the most comes from.
func moreCausal(a, b Cause) int {
	return cmp.Or(
		cmp.Compare(generation(a.Shown), generation(b.Shown)),
		compareTrue(a.basic(), b.basic()),
		cmp.Compare(a.step(), b.step()),
		cmp.Compare(a.probeRank, b.probeRank),
		compareTrue(!a.vague(), !b.vague()),
		compareTrue(!finding.IsOwed(a.Does), !finding.IsOwed(b.Does)),
		cmp.Compare(b.score, a.score),
		cmp.Compare(b.weight(), a.weight()),
		cmp.Compare(b.Verdict.Weight(), a.Verdict.Weight()),
		cmp.Compare(len(a.Shown.Prerequisites), len(b.Shown.Prerequisites)),
		cmp.Compare(steps(a.Shown), steps(b.Shown)),
		cmp.Compare(a.Spec, b.Spec),
	)
}

// basic says that others build on what fails: a probe has found it, or a method does nothing right.
func (c Cause) basic() bool { return c.lacking || c.probeRank < noProbe }

// vague reports whether no more is known of what is at fault than its interface.
func (c Cause) vague() bool { return c.Suspect != "" && !strings.Contains(c.Suspect, "::") }

// step is the place of what fails in the order in which a provider is written, the same for all
// causes on which nothing builds.
func (c Cause) step() int {
	if !c.basic() {
		return 0
	}
	return stepOf(c.Suspect)
}

// ruleNamed is the rule that a spec is named after.
func ruleNamed(s Spec) requirement.Entry { return entry(s.ID) }

// entry is the rule of an id, or the rule that names the spec of an id.
func entry(id string) requirement.Entry {
	id, _, _ = strings.Cut(id, "/")
	e, _ := requirement.Lookup(id)
	return e
}

// at is the method of a rule or a spec, or else its interface.
func at(id string) string { return entry(id).At() }

// steps counts the calls that led to the first finding of a spec, as far as they are known.
func steps(s Spec) int {
	return cmp.Or(len(s.first().Calls), math.MaxInt)
}

// weight returns how much of what a run has found comes from a cause, as far as can be
// told.
func (c Cause) weight() int { return len(c.Same) + c.NotRun }

// situation returns 0 for a spec about success in the plainest situation, and 1 for any
// other.
func situation(s Spec) int {
	if strings.Contains(s.ID, ".nd-success") {
		return 0
	}
	return 1
}

// statusName matches the name of a status in a finding.
var statusName = regexp.MustCompile(`\bND_[A-Z0-9_]+\b`)

// awaitsFailure returns 1 for a spec that expected a failure and saw another one, which is harder
// to understand, and 0 for any other spec.
func awaitsFailure(s Spec) int {
	f := s.first()
	if f.Unexpected == "" {
		return 0
	}
	if strings.HasSuffix(f.Expected, " a failure") {
		return 1
	}
	for _, status := range statusName.FindAllString(f.Expected, -1) {
		if status != nd2.Success.String() && status != nd2.Pending.String() {
			return 1
		}
	}
	return 0
}

// noProbe is the place of what no probe has found.
const noProbe = 1 << 30

// probeOrder returns the place of a spec among the probes; other specs come after them.
func probeOrder(s Spec) int {
	return cmp.Or(s.ProbeRank, noProbe)
}

// polled are the methods that nearly every spec calls last, whatever is wrong.
var polled = []string{"GetResults", "GetCqResults", "GetOverlappedResult"}

// isPolled reports whether a method is polled.
func isPolled(method string) bool {
	_, name, _ := strings.Cut(method, "::")
	return slices.Contains(polled, name)
}

// lastCalls returns the last two calls before the first finding of a spec.
func lastCalls(s Spec) []finding.Call {
	calls := s.first().Calls
	return calls[max(0, len(calls)-2):]
}

// lastCalled returns the method that a spec called last before its first finding, "" if that is not known.
func lastCalled(s Spec) string {
	last := lastCalls(s)
	if len(last) == 0 {
		return ""
	}
	c := last[len(last)-1]
	return shortNames[kindOf(c.Object)] + "::" + c.Method
}

// kindOf returns what an object's name begins with: connector2 is a connector.
func kindOf(object string) string { return strings.TrimRight(object, "0123456789") }
