package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Tally counts what became of each spec in several runs, by id.
type Tally map[string]map[Verdict]int

// Add counts the specs of a run. A spec that was not run is not counted, since that
// says nothing about it.
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

// Repeats says how steady the verdicts of a run are, if it is the last of several.
type Repeats struct {
	// Runs counts the runs, including the last one.
	Runs int `json:"runs"`
	// Unsteady are the specs on which the runs do not agree, sorted by id.
	Unsteady []Unsteady `json:"unsteady"`
}

// An Unsteady spec is one on which several runs do not agree.
type Unsteady struct {
	ID string `json:"id"`
	// Count is the number of runs with each verdict.
	Count map[Verdict]int `json:"count"`
}

// Unsteady lists the specs on which the runs do not agree, sorted by id.
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

// Repeated returns the last of several runs, the oldest first,
// marked with the specs on which they do not agree. A single run is not marked.
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

// Words says how steady the runs are, and names a few of the unsteady specs.
func (r *Repeats) Words() string {
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
