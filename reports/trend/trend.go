package trend

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
)

// A Run is what a trend keeps of a run: a history of many whole runs does not fit in memory.
type Run struct {
	// Name is the file that the run was read from.
	Name string `json:"name"`
	// Started is in UTC.
	Started         time.Time               `json:"started"`
	Seconds         float64                 `json:"seconds"`
	ProviderVersion string                  `json:"providerVersion,omitempty"`
	Version         string                  `json:"version"`
	Specs           int                     `json:"specs"`
	Count           map[reports.Verdict]int `json:"count"`
	// Incomplete says why the run did not reach its end; empty if it did.
	Incomplete string `json:"incomplete,omitempty"`

	provider, peer, selection string
	seed                      int64
	verdicts                  map[string]reports.Verdict
}

// Of returns what a trend keeps of a run that was read from the file of this name.
func Of(name string, run *reports.Run) Run {
	r := Run{
		Name: name, Started: run.Started.UTC(), Seconds: run.Seconds, Specs: len(run.Specs), Incomplete: run.Incomplete,
		ProviderVersion: run.Environment.ProviderVersion,
		Version:         run.Environment.Release(),
		Count:           map[reports.Verdict]int{}, verdicts: make(map[string]reports.Verdict, len(run.Specs)),
		provider: run.Provider, peer: run.Peer, selection: selectionOf(run), seed: run.Seed,
	}
	for _, s := range run.Specs {
		r.Count[s.Verdict]++
		if s.Verdict != reports.NotRun || run.Incomplete == "" { // otherwise it may just not have come to it
			r.verdicts[s.ID] = s.Verdict
		}
	}
	return r
}

// selectionOf says what a run was of, if not of the whole suite.
func selectionOf(run *reports.Run) string {
	var parts []string
	for _, p := range []struct{ what, value string }{
		{"--filter=", strings.Join(run.Filters, ",")},
		{"--profile=", strings.Join(run.Profiles, ",")},
		{"--shard=", run.Shard},
	} {
		if p.value != "" {
			parts = append(parts, p.what+p.value)
		}
	}
	switch x := run.Explored; {
	case x != nil && x.Soak != nil:
		parts = append(parts, "a soak")
	case x != nil:
		parts = append(parts, "an exploration")
	}
	return strings.Join(parts, ", ")
}

// A Series is the runs that can be compared with each other: of one provider with one peer, and of the
// same selection.
type Series struct {
	Provider  string `json:"provider"`
	Peer      string `json:"peer,omitempty"`
	Selection string `json:"selection,omitempty"`
	// Runs are in the order of time, the oldest first.
	Runs []Run `json:"runs"`
	// Changes are the specs whose verdict changed, those that changed last first.
	Changes []Change `json:"changes"`
}

// A Change is what became of specs that changed in the same way in the same runs.
type Change struct {
	// Specs are sorted by id.
	Specs []string `json:"specs"`
	Steps []Step   `json:"steps"`
}

// A Step is a change of verdict from one run to the next that says something of the spec.
type Step struct {
	// Run is the place of the run that has the new verdict, from 1.
	Run     int             `json:"run"`
	Started time.Time       `json:"started"`
	From    reports.Verdict `json:"from"`
	To      reports.Verdict `json:"to"`
}

// A Trend is a history of runs.
type Trend struct {
	// Series are sorted by provider.
	Series []Series `json:"series"`
	// LeftOut are the files that hold no run that can be read, each with the reason.
	LeftOut []string `json:"leftOut"`
}

// New returns the trend of runs. A journal and the report beside it count as one run.
func New(runs []Run, leftOut []string) *Trend {
	t := &Trend{Series: []Series{}, LeftOut: append([]string{}, leftOut...)}
	of := map[[3]string][]Run{}
	for _, r := range runs {
		key := [3]string{r.provider, r.peer, r.selection}
		of[key] = append(of[key], r)
	}
	byKey := func(a, b [3]string) int { return slices.Compare(a[:], b[:]) }
	for _, key := range slices.SortedFunc(maps.Keys(of), byKey) {
		list := of[key]
		slices.SortFunc(list, func(a, b Run) int {
			return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.seed, b.seed),
				cmp.Compare(a.Name, b.Name))
		})
		list = slices.CompactFunc(list, func(a, b Run) bool { return a.Started.Equal(b.Started) && a.seed == b.seed })
		t.Series = append(t.Series, Series{
			Provider: key[0], Peer: key[1], Selection: key[2], Runs: list, Changes: changesOf(list),
		})
	}
	return t
}

// changesOf lists the specs whose verdict changed, grouped by how it did.
func changesOf(runs []Run) []Change {
	steps, last := map[string][]Step{}, map[string]reports.Verdict{}
	for i, r := range runs {
		for id, v := range r.verdicts {
			if was, had := last[id]; had && was != v {
				steps[id] = append(steps[id], Step{i + 1, r.Started, was, v})
			}
			last[id] = v
		}
	}
	alike := map[string]*Change{}
	for _, id := range slices.Sorted(maps.Keys(steps)) {
		key := fmt.Sprint(steps[id])
		if alike[key] == nil {
			alike[key] = &Change{Steps: steps[id]}
		}
		alike[key].Specs = append(alike[key].Specs, id)
	}
	list := []Change{}
	for _, c := range alike {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Change) int {
		return cmp.Or(cmp.Compare(b.last().Run, a.last().Run), cmp.Compare(rank(a.last().To), rank(b.last().To)),
			cmp.Compare(a.Specs[0], b.Specs[0]))
	})
	return list
}

func (c Change) last() Step { return c.Steps[len(c.Steps)-1] }

// rank is lower the more a verdict counts.
func rank(v reports.Verdict) int { return slices.Index(reports.Verdicts(), v) }

// words say in one line how the verdict went; of many steps, the last ones.
func (c Change) words() string {
	const most = 4
	first := max(len(c.Steps)-most, 0)
	text := ""
	if first > 0 {
		text = fmt.Sprintf("%d changes before; ", first)
	}
	text += string(c.Steps[first].From)
	for _, s := range c.Steps[first:] {
		text += fmt.Sprintf(" → %s on %s (run %d)", s.To, s.Started.Format(time.DateOnly), s.Run)
	}
	return text
}

// lastWords say how the last run went.
func (s Series) lastWords() string {
	last := s.Runs[len(s.Runs)-1]
	how := "nothing is broken"
	switch broken := last.Count[reports.Fail] + last.Count[reports.Error]; {
	case broken > 0:
		how = fmt.Sprintf("%d of %s broken", broken, plural.Of(last.Specs, "spec"))
	case last.Incomplete != "":
		how = "incomplete"
	case last.Specs == last.Count[reports.NotRun]+last.Count[reports.Unsupported]+last.Count[reports.Unobservable]:
		how = "nothing was judged"
	}
	return fmt.Sprintf("the last run, on %s: %s", last.Started.Format("2 January 2006, 15:04 UTC"), how)
}

// title names a series.
func (s Series) title() string {
	text := s.Provider
	if s.Peer != "" {
		text += ", peer " + s.Peer
	}
	if s.Selection != "" {
		text += ", " + s.Selection
	}
	return text
}
