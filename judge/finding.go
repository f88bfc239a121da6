package judge

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/requirement/client"
)

// A Party is one side of the interface.
type Party string

// The parties.
const (
	Provider Party = "provider"
	Program  Party = "program"
)

// A Finding is a rule that was broken, with all breaches of it that are alike.
type Finding struct {
	// ID is that of the rule, and Rule and Source are what it says and where that is written.
	ID     string `json:"id"`
	Rule   string `json:"rule"`
	Source string `json:"source"`
	// Of is who has broken it.
	Of Party `json:"of"`
	// Object is the name of the object at the first breach, and Message is what happened then.
	Object  string `json:"object"`
	Message string `json:"message"`
	// Caller is the place in the program that made the call, as module+offset, where it is known.
	Caller string `json:"caller,omitempty"`
	// Count is how often it happened.
	Count int `json:"count"`
	// Calls are the latest calls on the objects concerned at the first breach, oldest first.
	Calls []string `json:"calls,omitempty"`
}

// String implements [fmt.Stringer]: the finding on one line.
func (f Finding) String() string {
	return fmt.Sprintf("watch: the %s: %s: %s [%s]", f.Of, f.Object, f.Message, f.ID)
}

// alike is what findings that are counted as one have in common.
type alike struct{ id, kind, format string }

// mostFindings is how many findings that differ are kept.
const mostFindings = 1000

// breach notes that the provider has broken a rule of the catalogue. What is no MUST is advice,
// and not noted.
func (s *step) breach(id string, of *object, format string, args ...any) {
	e, ok := requirement.Lookup(id)
	if !ok {
		panic("judge: no rule " + id)
	}
	if e.Level == requirement.Must && (!s.extends() || s.besideFailure() || s.emptyHanded()) {
		s.find(providers(e), of, format, args)
	}
}

func providers(e requirement.Entry) Finding {
	return Finding{ID: e.ID, Rule: e.Rule, Source: e.Source, Of: Provider}
}

// misuse notes that the program has broken a rule.
func (s *step) misuse(id string, of *object, format string, args ...any) {
	s.find(programs(id), of, format, args)
}

func programs(id string) Finding {
	r, ok := client.Lookup(id)
	if !ok {
		panic("judge: no rule " + id)
	}
	return Finding{ID: id, Rule: r.Says, Source: r.Source, Of: Program}
}

func (s *step) find(f Finding, of *object, format string, args []any) {
	if s.unknown(of) {
		return
	}
	k := s.k
	key := alike{f.ID, of.kind, format}
	if known := k.findings[key]; known != nil {
		known.Count++
		return
	}
	if len(k.findings) == mostFindings {
		return
	}
	f = s.told(f, of, format, args)
	k.findings[key] = &f
	k.order = append(k.order, &f)
	k.fresh = append(k.fresh, f)
}

// told returns a finding with what has happened.
func (s *step) told(f Finding, of *object, format string, args []any) Finding {
	f.Object, f.Message, f.Count = of.name, fmt.Sprintf(format, args...), 1
	f.Calls = s.calls(of)
	return f
}

// calls lists the latest calls of the objects that a finding concerns, the current one last.
func (s *step) calls(of *object) (lines []string) {
	if s.k.name != nil {
		return nil
	}
	list := of.recent.all()
	for _, other := range s.concerned() {
		if other != of {
			list = append(list, other.recent.all()...)
		}
	}
	slices.SortStableFunc(list, func(a, b past) int { return cmp.Compare(a.at, b.at) })
	for _, p := range list {
		lines = append(lines, p.String())
	}
	if s.c != nil {
		lines = append(lines, s.now().String())
	}
	return lines
}

// concerned lists the objects of the call.
func (s *step) concerned() (list []*object) {
	if s.o != nil {
		list = append(list, s.o)
	}
	if r := s.request; r != nil && r.pair != nil {
		list = append(list, r.pair)
	}
	slices.SortFunc(list, func(a, b *object) int { return cmp.Compare(a.name, b.name) })
	return slices.Compact(list)
}
