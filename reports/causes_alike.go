package reports

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
)

// systematic is how many specs make one cause if all of them saw the same failure where
// they did not expect it, or requests with more than one result, whatever they had asked for.
const systematic = 20

// common is in how many methods' requests events or packets are missing if the fault is not any
// single method's.
const common = 3

// A trait is what the specs of a cause have in common: a method and what it does, or one of the
// others.
type trait struct {
	method, does string
	unexpected   string
	twice        bool
	alike        string
}

// words says in one line what specs with the trait have in common; "" if only their own texts do.
func (t trait) words() string {
	switch {
	case t.does != "":
		return cmp.Or(t.method, "the provider") + " " + t.does
	case t.unexpected != "":
		return t.unexpected + " where it is not due"
	case t.twice:
		return "requests have more than one result"
	}
	return ""
}

// groupsAlike groups specs by what they have in common.
func groupsAlike(all []Spec) map[trait][]Spec {
	saw, methods := map[trait]int{}, map[string]int{}
	counted := map[trait]bool{}
	for _, s := range all {
		for _, t := range traits(s) {
			saw[t]++
			of := trait{method: s.first().Method, does: t.does}
			if !counted[of] && of.method != "" {
				counted[of] = true
				methods[t.does]++
			}
		}
	}
	tells := func(t trait) bool {
		if t.does != "" && t.method == "" {
			return methods[t.does] >= common
		}
		return t.does != "" || saw[t] >= systematic
	}
	groups := map[trait][]Spec{}
	for _, s := range all {
		key, of := trait{alike: likeness(s)}, traits(s)
		if i := slices.IndexFunc(of, tells); i >= 0 {
			key = of[i]
		}
		groups[key] = append(groups[key], s)
	}
	return groups
}

// traits are what a spec saw that is wrong wherever it is seen, the most telling first: a request
// with more than one result, a failure of requests of any type or of no method that is known, and
// what a method does.
func traits(s Spec) (list []trait) {
	f := s.first()
	if f.Twice {
		list = append(list, trait{twice: true})
	}
	if f.Unexpected != "" && (f.Method == "" || strings.HasPrefix(f.Does, "ends with ") &&
		strings.HasPrefix(f.Method, "IND2QueuePair::")) {
		list = append(list, trait{unexpected: f.Unexpected})
	}
	if does := endsOtherwise(f); does != "" {
		list = append(list, trait{does: does})
	}
	if f.Method != "" && f.Does != "" {
		list = append(list, trait{method: f.Method, does: f.Does})
	}
	return list
}

// endsOtherwise is what is wrong with the end of a request, if that may be wrong with requests of any method.
func endsOtherwise(f finding.Finding) string {
	if f.Does == finding.NoPacket || f.Does == finding.NoEvent {
		return f.Does
	}
	method, due, ok := strings.Cut(f.Expected, " to complete with ")
	if seen, _, _ := strings.Cut(f.Seen, " "); ok && method == f.Method && f.Does == "" {
		return "ends requests with " + seen + " where " + due + " is due"
	}
	return ""
}

// numbers are what differs between findings that are otherwise alike.
var numbers = regexp.MustCompile(`\b(0x[0-9a-fA-F]+|[0-9]+(\.[0-9]+)?(µs|ms|s|m)?)\b`)

// severalNumbers are lists of numbers, of any length, and addresses.
var severalNumbers = regexp.MustCompile(`#([, .:]+#)+`)

// likeness returns a text that is equal for specs that found the same: what was
// expected and seen, without its numbers, and the place of a crash or a hang.
func likeness(s Spec) string {
	parts := []string{string(s.Verdict), culprit(s.Trace)}
	if found := s.Found(); len(found) > 0 { // what follows the first may follow from it
		f := found[0]
		if f.Judged {
			return f.Rule.ID
		}
		says := strings.Replace(warnedOf(f.Says, s.Verdict), afterSpec, inSpec, 1)
		if f.Method != "" && f.Expected != "" && s.Verdict != Warn {
			says = "" // the value's name, or the situation
		}
		parts = append(parts, f.Method, Unnumbered(says), Unnumbered(f.Expected), Unnumbered(f.Seen))
	}
	return strings.Join(parts, "\x00")
}

// inSpec and afterSpec are how a process is said to have ended. A thread of the provider's that
// crashes may do so a little later.
const (
	inSpec    = "the process ended in this spec"
	afterSpec = "the process ended after this spec"
)

// warnedOf returns a warning without the rule that it begins with: specs of several rules give the same warning.
func warnedOf(says string, v Verdict) string {
	if v != Warn {
		return says
	}
	if id, rest, ok := strings.Cut(says, ": "); ok && !strings.Contains(id, " ") {
		return rest
	}
	return says
}

// tellingMost is how many bytes of a text or a stack are compared with others: what a provider
// returns may be of any length.
const tellingMost = 4 << 10

// Unnumbered returns the beginning of a text without the numbers in it: texts that are alike are equal then.
func Unnumbered(text string) string {
	return severalNumbers.ReplaceAllString(numbers.ReplaceAllString(text[:min(len(text), tellingMost)], "#"), "#")
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
		if strings.HasPrefix(name, "runtime.") || strings.HasPrefix(name, "sync.") || strings.HasPrefix(name, "syscall.") ||
			strings.HasPrefix(name, "internal/") || strings.HasPrefix(name, "panic") {
			continue
		}
		return name
	}
	return ""
}
