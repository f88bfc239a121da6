package compare

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"github.com/ndconform/ndconform/reports"
)

// A Side is one side of a comparison: a run, or a history of runs.
type Side struct {
	// Name says where the runs are from.
	Name string
	// Runs holds at least one run, the oldest first. The last one is compared; the
	// others say how steady its verdicts and durations are.
	Runs []*reports.Run
	// LeftOut are the files of the history that hold no run that can be read, each with the reason.
	LeftOut []string
}

// last returns the run that is compared.
func (s Side) last() *reports.Run { return s.Runs[len(s.Runs)-1] }

// A Comparison says how two sides differ.
type Comparison struct {
	Old Subject `json:"old"`
	New Subject `json:"new"`
	// Differences are those of the runs themselves, which may explain the changes:
	// another suite, another provider, other limits.
	Differences []string `json:"differences"`
	// Broken says why the new run as a whole is a regression; empty if it is none.
	Broken string `json:"broken,omitempty"`
	// Pace is how many times as long as before a spec took: the median over the
	// specs that both runs judged, or 0 if there are none.
	Pace float64 `json:"pace"`
	// Causes are what several regressions have in common, in the order of the new run's
	// report.
	Causes []Cause `json:"causes"`
	// Changes are sorted by class, and within a class by id; of the regressions, broken specs
	// come before those that were not run because of them.
	Changes []Change `json:"changes"`
	// StillNotRun counts the specs that neither run has run because of what others found.
	StillNotRun int `json:"stillNotRun,omitempty"`
	// Unsteady are the specs whose verdict differs within one side, sorted by id.
	Unsteady []Unsteady `json:"unsteady"`
}

// A Subject is a run as it is named in a comparison.
type Subject struct {
	Name            string `json:"name"`
	Provider        string `json:"provider"`
	ProviderVersion string `json:"providerVersion,omitempty"`
	Version         string `json:"version"`
	// Started is in UTC, in the form of RFC 3339.
	Started string `json:"started"`
	Specs   int    `json:"specs"`
	// Runs counts the runs of the history, including the compared run.
	Runs int `json:"runs"`
	// LeftOut are the files of the history that hold no run, each with the reason.
	LeftOut []string `json:"leftOut,omitempty"`
}

// Class says what kind of change a spec has undergone.
type Class string

// The classes, in the order in which they are shown.
const (
	Regression Class = "regression" // it broke, or is no longer shown to hold
	Repaired   Class = "repaired"   // it was broken, and holds
	New        Class = "new"        // it was not there before, and is not broken
	Gone       Class = "gone"       // it is no longer there, and need not be
	Verdict    Class = "verdict"    // another change of verdict
	Message    Class = "message"    // the same verdict for another reason
	Slower     Class = "slower"     // by more than noise
	Faster     Class = "faster"     // by more than noise
)

// Classes lists all classes, in the order in which they are shown.
func Classes() []Class {
	return []Class{Regression, Repaired, New, Gone, Verdict, Message, Slower, Faster}
}

// A Change is what happened to one spec.
type Change struct {
	Class Class  `json:"class"`
	ID    string `json:"id"`
	Title string `json:"title"`
	// Old and New are nil where the run does not have the spec.
	Old *Outcome `json:"old,omitempty"`
	New *Outcome `json:"new,omitempty"`
	// Because says what makes this a change of its class, where that is not plain
	// from the verdicts.
	Because string `json:"because,omitempty"`
	// Repeat is the command that runs the spec again as the new run did.
	Repeat string `json:"repeat,omitempty"`
}

// An Outcome is what one run says of a spec.
type Outcome struct {
	Verdict reports.Verdict `json:"verdict"`
	Message string          `json:"message,omitempty"`
	Seconds float64         `json:"seconds"`
}

// breaks returns 1 for a change that leaves a spec broken, and 0 for any other.
func (c Change) breaks() int {
	if c.New != nil && c.New.Verdict.Broken() {
		return 1
	}
	return 0
}

// ErrEmpty is the error for a side without a run.
var ErrEmpty = errors.New("no run to compare")

// Compare compares the last runs of two sides. The runs are not changed.
func Compare(old, new Side) (*Comparison, error) {
	if len(old.Runs) == 0 || len(new.Runs) == 0 {
		return nil, ErrEmpty
	}
	was, is := old.last(), new.last()
	c := &Comparison{
		Old: subjectOf(old), New: subjectOf(new),
		Differences: differences(was, is), Broken: broken(was, is),
		Changes: []Change{}, Unsteady: unsteady(old, new),
	}
	times := newTimes(old, new)
	c.Pace = times.pace
	before, after, known := byID(was), byID(is), newKnown(was, is)
	for id, s := range before {
		if now, has := after[id]; has {
			c.add(changed(s, now, known, times))
			if stillNotRun(s, now) {
				c.StillNotRun++
			}
		} else {
			c.add(missing(s, is))
		}
	}
	for id, s := range after {
		if _, had := before[id]; !had {
			c.add(appeared(s, was))
		}
	}
	for i := range c.Changes {
		c.Changes[i].repeat(is, after)
	}
	slices.SortFunc(c.Changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(slices.Index(Classes(), a.Class), slices.Index(Classes(), b.Class)),
			cmp.Compare(b.breaks(), a.breaks()), cmp.Compare(a.ID, b.ID))
	})
	c.Causes = causesOf(c.Of(Regression), is)
	return c, nil
}

// Of lists the changes of a class.
func (c *Comparison) Of(class Class) []Change {
	var list []Change
	for _, one := range c.Changes {
		if one.Class == class {
			list = append(list, one)
		}
	}
	return list
}

// Regressed reports whether the new run is worse than the old one.
func (c *Comparison) Regressed() bool { return c.Broken != "" || len(c.Of(Regression)) > 0 }

func (c *Comparison) add(one Change) {
	if one.Class != "" {
		c.Changes = append(c.Changes, one)
	}
}

func (c *Change) repeat(run *reports.Run, specs map[string]reports.Spec) {
	if s, has := specs[c.ID]; has && c.Class == Regression {
		c.Repeat = reports.Repeat(run, s)
	}
}

func byID(run *reports.Run) map[string]reports.Spec {
	specs := make(map[string]reports.Spec, len(run.Specs))
	for _, s := range run.Specs {
		specs[s.ID] = s
	}
	return specs
}

func outcomeOf(s reports.Spec) *Outcome { return &Outcome{s.Verdict, s.Message, s.Seconds} }

// JSON writes a comparison as one indented JSON object, which
// docs/schema/comparison.schema.json describes.
func JSON(c *Comparison) ([]byte, error) {
	text, err := json.MarshalIndent(struct {
		Regressed bool `json:"regressed"`
		*Comparison
	}{c.Regressed(), c}, "", "  ")
	return append(text, '\n'), err
}
