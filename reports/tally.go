package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Tally counts what became of each spec in several runs, by id.
type Tally map[string]map[Verdict]int

// Add counts the specs of a run. That one was not run says nothing of it.
func (t Tally) Add(run *Run) {
	for _, s := range run.Specs {
		if s.Verdict == NotRun {
			continue
		}
		if t[s.ID] == nil {
			t[s.ID] = map[Verdict]int{}
		}
		t[s.ID][s.Verdict]++
	}
}

// Repeats says how steady the verdicts of a run are, where it is the last of
// several.
type Repeats struct {
	// Runs counts the runs, with the last one.
	Runs int `json:"runs"`
	// Unsteady are the specs that the runs do not agree on, sorted by id.
	Unsteady []Unsteady `json:"unsteady"`
}

// An Unsteady spec is one that several runs do not agree on.
type Unsteady struct {
	ID string `json:"id"`
	// Count has the runs by what became of the spec.
	Count map[Verdict]int `json:"count"`
}

// Unsteady lists the specs that the runs do not agree on, sorted by id.
func (t Tally) Unsteady() []Unsteady {
	list := []Unsteady{}
	for id, count := range t {
		if len(count) > 1 {
			list = append(list, Unsteady{id, count})
		}
	}
	slices.SortFunc(list, func(a, b Unsteady) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Repeated marks the last of several runs, the oldest first, with what they do not
// agree on. Of one run there is nothing to say.
func Repeated(runs []*Run) *Run {
	last := *runs[len(runs)-1]
	if len(runs) > 1 {
		t := Tally{}
		for _, run := range runs {
			t.Add(run)
		}
		last.Repeats = &Repeats{len(runs), t.Unsteady()}
	}
	return &last
}

// words say how steady the runs are, naming a few of the specs that are not.
func (r *Repeats) words() string {
	const most = 10
	if len(r.Unsteady) == 0 {
		return fmt.Sprintf("%d runs, which agree on every spec", r.Runs)
	}
	var list []string
	for _, u := range r.Unsteady[:min(len(r.Unsteady), most)] {
		list = append(list, fmt.Sprintf("%s (%s)", u.ID, CountWords(u.Count)))
	}
	if left := len(r.Unsteady) - len(list); left > 0 {
		list = append(list, fmt.Sprintf("and %d more", left))
	}
	return fmt.Sprintf("%d runs, which do not agree on %s", r.Runs, strings.Join(list, ", "))
}

// CountWords says how many runs there are of each verdict: "2 × fail, 7 × pass".
func CountWords(count map[Verdict]int) string {
	var parts []string
	for _, v := range Verdicts() {
		if n := count[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d × %s", n, v))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing")
}
