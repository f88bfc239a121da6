package reports

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
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
	// Twice says that what they have in common is a request that had more than one result.
	Twice bool `json:"twice,omitempty"`
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
	all := brokenSpecs(run)
	groups := groupsAlike(all)
	blamed := blameOf(run)
	list := make([]Cause, 0, len(groups))
	for key, specs := range groups {
		method := commonMethod(specs)
		slices.SortFunc(specs, func(a, b Spec) int {
			return cmp.Or(cmp.Compare(besideMethod(a, method), besideMethod(b, method)), firstToShow(a, b))
		})
		c := Cause{Spec: specs[0].ID, Verdict: specs[0].Verdict, Says: short(inTurn(specs[0].Message), headline), Unexpected: key.unexpected, Twice: key.twice, shown: specs[0], canary: canaryOrder(specs[0])}
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

// systematic is how many specs make one cause if all of them saw the same failure where
// they did not expect it, or requests with more than one result, whatever they had asked for.
const systematic = 20

// A trait is what the specs of a cause have in common: one of these.
type trait struct {
	unexpected string
	twice      bool
	alike      string
}

// groupsAlike groups specs by what they have in common.
func groupsAlike(all []Spec) map[trait][]Spec {
	saw := map[trait]int{}
	for _, s := range all {
		for _, t := range traits(s) {
			saw[t]++
		}
	}
	groups := map[trait][]Spec{}
	for _, s := range all {
		key, of := trait{alike: likeness(s)}, traits(s)
		if i := slices.IndexFunc(of, func(t trait) bool { return saw[t] >= systematic }); i >= 0 {
			key = of[i]
		}
		groups[key] = append(groups[key], s)
	}
	return groups
}

// traits are what a spec saw that is wrong wherever it is seen: a failure where it is not due, and
// a request with more than one result.
func traits(s Spec) (list []trait) {
	found := s.found()
	if len(found) > 0 && found[0].Unexpected != "" {
		list = append(list, trait{unexpected: found[0].Unexpected})
	}
	if len(found) > 0 && found[0].Twice {
		list = append(list, trait{twice: true})
	}
	return list
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

// inTurn returns what a spec found, one finding after the other, in one line.
func inTurn(message string) string {
	return strings.Join(slices.Compact(strings.Split(message, "\n")), "; then ")
}

// numbers are what differs between findings that are otherwise alike.
var numbers = regexp.MustCompile(`\b(0x[0-9a-fA-F]+|[0-9]+(\.[0-9]+)?(µs|ms|s|m)?)\b`)

// likeness returns a text that is equal for specs that found the same: the method that owes what
// was waited for; or what was
// expected and seen, without its numbers, and the place of a crash or a hang.
func likeness(s Spec) string {
	if found := s.found(); len(found) > 0 && found[0].Owed != "" {
		return found[0].Owed
	}
	parts := []string{string(s.Verdict), culprit(s.Trace)}
	for _, f := range s.found() {
		parts = append(parts, strings.Replace(unnumbered(f.Says), afterSpec, inSpec, 1), unnumbered(f.Expected), unnumbered(f.Seen))
		break // what follows the first may follow from it
	}
	return strings.Join(parts, "\x00")
}

// inSpec and afterSpec are how a process is said to have ended. A thread of the provider's that
// crashes may do so a little later.
const (
	inSpec    = "the process ended in this spec"
	afterSpec = "the process ended after this spec"
)

// tellingMost is how many bytes of a text or a stack are compared with others: what a provider
// returns may be of any length.
const tellingMost = 4 << 10

// unnumbered returns the beginning of a text without the numbers in it.
func unnumbered(text string) string {
	return numbers.ReplaceAllString(text[:min(len(text), tellingMost)], "#")
}

// stackFrame is a function in a stack, with its arguments if it has them.
var stackFrame = regexp.MustCompile(`(?m)^(\S.*)\n\t`)

// culprit returns the innermost function of a stack that belongs to the provider or the
// suite, and not to the language.
func culprit(trace string) string {
	for _, m := range stackFrame.FindAllStringSubmatch(trace[:min(len(trace), tellingMost)], -1) {
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
		switch {
		case c.Unexpected != "":
			same = "saw " + c.Unexpected + " too where it is not due"
		case c.Twice:
			same = "saw more than one result of a request, too"
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
