package reports

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
)

// A Cause is something that several specs found, or that kept others from being run.
// One of the specs that found it is shown for all.
type Cause struct {
	// Spec is the id of the spec that is shown: the one that needs least of the
	// provider to see the cause.
	Spec    string  `json:"spec"`
	Verdict Verdict `json:"verdict"`
	// Says is what that spec found, in one line.
	Says string `json:"says"`
	// Same are the ids of the others that found the same.
	Same []string `json:"same,omitempty"`
	// Ground is the step that no spec can take because of it, if there is one, and
	// NotRun counts the specs that were not run because of it.
	Ground string `json:"ground,omitempty"`
	NotRun int    `json:"notRun,omitempty"`
	// Unexpected is the failure that all of them saw where they expected none or another
	// one, if that is what they have in common.
	Unexpected string `json:"unexpected,omitempty"`
	// Vain is what most of the specs that were not run could not do, in words.
	Vain string `json:"vain,omitempty"`

	shown Spec
	// canary is the first place that a spec which found it has among the canaries.
	canary int
	// explains counts the specs that failed in a call or two after the method that the
	// shown spec is about.
	explains int
}

// CausesOf groups the failures and errors of a run by what they found. Causes that
// others build on come first, and then those that the most specs found.
func CausesOf(run *Run) []Cause {
	groups := map[string][]Spec{}
	all := brokenSpecs(run)
	saw := map[string]int{}
	for _, s := range all {
		saw[unexpected(s)]++
	}
	for _, s := range all {
		key := likeness(s)
		if u := unexpected(s); u != "" && saw[u] >= systematic {
			key = u
		}
		groups[key] = append(groups[key], s)
	}
	blamed := blameOf(run)
	list := make([]Cause, 0, len(groups))
	for key, specs := range groups {
		slices.SortFunc(specs, firstToShow)
		c := Cause{Spec: specs[0].ID, Verdict: specs[0].Verdict, Says: short(inTurn(specs[0].Message), headline), shown: specs[0], canary: canaryOrder(specs[0])}
		if key == unexpected(specs[0]) {
			c.Unexpected = key
		}
		most := 0
		for i, s := range specs {
			if i > 0 {
				c.Same = append(c.Same, s.ID)
			}
			c.canary = min(c.canary, canaryOrder(s))
			for _, vain := range slices.Sorted(maps.Keys(blamed[s.ID])) {
				n := blamed[s.ID][vain]
				c.NotRun += n
				if n > most {
					c.Vain, most = vain, n
				}
			}
		}
		c.Ground = run.fallenBy(specs)
		list = append(list, c)
	}
	for i := range list {
		list[i].explains = explained(list[i].shown, all)
	}
	slices.SortFunc(list, moreCausal)
	return list
}

// polled are the methods that nearly every spec calls last, whatever is wrong.
var polled = []string{"GetResults", "GetOverlappedResult"}

// explained counts the specs that fail within a call or two after the method that s
// is about and fails at.
func explained(s Spec, all []Spec) (n int) {
	if elsewhere(s) != 0 {
		return 0
	}
	own := s.found()[0].Calls
	last := own[len(own)-1]
	if slices.Contains(polled, last.Method) {
		return 0
	}
	same := func(c finding.Call) bool { return c.Method == last.Method && kindOf(c.Object) == kindOf(last.Object) }
	for _, other := range all {
		if found := other.found(); len(found) > 0 && slices.ContainsFunc(found[0].Calls[max(0, len(found[0].Calls)-2):], same) {
			n++
		}
	}
	return n
}

// kindOf returns what an object's name begins with: connector2 is a connector.
func kindOf(object string) string { return strings.TrimRight(object, "0123456789") }

// systematic is how many specs make one cause if all of them saw the same failure where
// they did not expect it, whatever they had asked for.
const systematic = 20

// unexpected returns the failure that a spec saw where it did not expect it.
func unexpected(s Spec) string {
	if found := s.found(); len(found) > 0 {
		return found[0].Unexpected
	}
	return ""
}

// blameOf counts the specs that were not run, by the id of the spec that has shown why,
// and by what it has shown not to work.
func blameOf(run *Run) map[string]map[string]int {
	blamed := map[string]map[string]int{}
	for _, s := range run.Specs {
		if s.Because == "" {
			continue
		}
		if blamed[s.Because] == nil {
			blamed[s.Because] = map[string]int{}
		}
		blamed[s.Because][s.Vain]++
	}
	return blamed
}

// brokenSpecs lists the specs that failed or ended in an error, and those that showed a
// ground to have fallen without being selected.
func brokenSpecs(run *Run) (list []Spec) {
	selected := map[string]bool{}
	for _, s := range run.Specs {
		selected[s.ID] = true
		if v := s.Verdict.known(); v == Fail || v == Error {
			list = append(list, s)
		}
	}
	for _, f := range run.Fallen {
		if !selected[f.Spec.ID] {
			selected[f.Spec.ID] = true
			list = append(list, f.Spec)
		}
	}
	return list
}

// fallenBy returns the ground that one of specs has shown to have fallen.
func (r *Run) fallenBy(specs []Spec) string {
	for _, f := range r.Fallen {
		if slices.ContainsFunc(specs, func(s Spec) bool { return s.ID == f.Spec.ID }) {
			return f.Ground
		}
	}
	return ""
}

// firstToShow orders specs that found the same by how plainly they show it: first those that
// expected success, then those that are about the method that was called last, then canaries in the
// order in which they are run, then those that are about success, and then those that get there in
// the fewest steps.
func firstToShow(a, b Spec) int {
	return cmp.Or(
		cmp.Compare(awaitsFailure(a), awaitsFailure(b)),
		cmp.Compare(elsewhere(a), elsewhere(b)),
		cmp.Compare(canaryOrder(a), canaryOrder(b)),
		cmp.Compare(situation(a), situation(b)),
		cmp.Compare(len(a.Grounds), len(b.Grounds)),
		cmp.Compare(a.ID, b.ID),
	)
}

// inTurn returns what a spec found, one finding after the other, in one line.
func inTurn(message string) string {
	return strings.Join(slices.Compact(strings.Split(message, "\n")), "; then ")
}

func moreCausal(a, b Cause) int {
	return cmp.Or(
		cmp.Compare(a.canary, b.canary),
		cmp.Compare(b.weight(), a.weight()),
		cmp.Compare(b.Verdict.weight(), a.Verdict.weight()),
		cmp.Compare(len(a.shown.Grounds), len(b.shown.Grounds)),
		cmp.Compare(a.Spec, b.Spec),
	)
}

// weight returns how much of what a run has found comes from a cause, as far as can be
// told.
func (c Cause) weight() int { return max(len(c.Same), c.explains) + c.NotRun }

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
	found := s.found()
	if len(found) == 0 || found[0].Unexpected == "" {
		return 0
	}
	for _, status := range statusName.FindAllString(found[0].Expected, -1) {
		if status != nd2.Success.String() && status != nd2.Pending.String() {
			return 1
		}
	}
	return 0
}

// elsewhere returns 0 for a spec that is about the method with which it found something,
// and 1 for any other. Ids begin with the short names of the object and the method.
func elsewhere(s Spec) int {
	found := s.found()
	if len(found) == 0 || len(found[0].Calls) == 0 {
		return 1
	}
	last := found[0].Calls[len(found[0].Calls)-1]
	about := kindOf(last.Object) + "." + strings.ToLower(last.Method) + "."
	if strings.HasPrefix(s.ID, about) {
		return 0
	}
	return 1
}

// canaryOrder returns the place of a spec among the canaries; specs that are no
// canaries come after them.
func canaryOrder(s Spec) int {
	const last = 1 << 30
	if s.Canary == 0 {
		return last
	}
	return s.Canary
}

// numbers are what differs between findings that are otherwise alike.
var numbers = regexp.MustCompile(`\b(0x[0-9a-fA-F]+|[0-9]+(\.[0-9]+)?(µs|ms|s|m)?)\b`)

// likeness returns a text that is equal for specs that found the same: what was
// expected and seen, without its numbers, and the place of a crash or a hang.
func likeness(s Spec) string {
	parts := []string{string(s.Verdict), culprit(s.Trace)}
	for _, f := range s.found() {
		parts = append(parts, numbers.ReplaceAllString(f.Says, "#"), numbers.ReplaceAllString(f.Expected, "#"), numbers.ReplaceAllString(f.Seen, "#"))
		break // what follows the first may follow from it
	}
	return strings.Join(parts, "\x00")
}

// stackFrame is a function in a stack, with its arguments if it has them.
var stackFrame = regexp.MustCompile(`(?m)^(\S.*)\n\t`)

// culprit returns the innermost function of a stack that belongs to the provider or the
// suite, and not to the language.
func culprit(trace string) string {
	for _, m := range stackFrame.FindAllStringSubmatch(trace, -1) {
		name := m[1]
		if i := strings.LastIndexByte(name, '('); i > 0 && strings.HasSuffix(name, ")") {
			name = name[:i] // the arguments differ each time
		}
		if strings.HasPrefix(name, "runtime.") || strings.HasPrefix(name, "sync.") || strings.HasPrefix(name, "internal/") || strings.HasPrefix(name, "panic") {
			continue
		}
		return name
	}
	return ""
}

// others says, in lines, what a cause stands for besides the spec that is shown.
func (c Cause) others() string {
	const named = 8
	var lines []string
	if n := len(c.Same); n > 0 {
		some := strings.Join(c.Same[:min(n, named)], ", ")
		if n > named {
			some += ", …"
		}
		same := "found the same"
		if c.Unexpected != "" {
			same = "saw " + c.Unexpected + " too where it is not due"
		}
		lines = append(lines, fmt.Sprintf("%s %s: %s", specs(n), same, some))
	}
	if n := c.NotRun; n > 0 {
		line := fmt.Sprintf("because of this %s not run", wereSpecs(n))
		if c.Vain != "" {
			line += ": " + c.Vain
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func wereSpecs(n int) string {
	if n == 1 {
		return "1 spec was"
	}
	return fmt.Sprintf("%d specs were", n)
}
