package compare

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/ndconform/ndconform/reports/speed"
)

// A Comparison says how a bench report differs from older ones.
type Comparison struct {
	// Threshold is by how much, as a part of 1, a measurement may become slower.
	Threshold float64 `json:"threshold"`
	// InTurns says that both sides were measured round by round, and that the rounds are compared.
	InTurns bool `json:"inTurns,omitempty"`
	// Olds are the old reports, the oldest first.
	Olds []Subject `json:"olds"`
	New  Subject   `json:"new"`
	// LeftOut are files that hold no bench report, each with the reason.
	LeftOut []string `json:"leftOut,omitempty"`
	// Differences are those of the machines and programs, which may explain the changes.
	Differences []string `json:"differences"`
	// Broken says why the new report as a whole is a regression; empty if it is none.
	Broken string `json:"broken,omitempty"`
	// Compared counts the measurements that both sides have.
	Compared int `json:"compared"`
	// Judged counts those of them that are known to be slower or not. The samples of the others leave both open.
	Judged int `json:"judged"`
	// Required is the part of the measurements compared that must be judged.
	Required float64 `json:"required"`
	// Resolution is the change, as a part of 1, that half of the measurements can tell from noise; 0 if none.
	Resolution float64 `json:"resolution,omitempty"`
	// Blind counts those of them whose samples are too few to show a change of one alone.
	Blind int `json:"blind"`
	// Slower sums up the regressions of measurements that are slower, by group and op.
	Slower []Sum `json:"slower"`
	// Changes are sorted by class, and then in the order of the new report.
	Changes []Change `json:"changes"`

	suspects []string
}

// A Subject is a report as it is named in a comparison.
type Subject struct {
	Name            string `json:"name,omitempty"`
	Provider        string `json:"provider"`
	ProviderVersion string `json:"providerVersion,omitempty"`
	Version         string `json:"version"`
	// Started is in UTC, in the form of RFC 3339.
	Started      string `json:"started"`
	Measurements int    `json:"measurements"`
	Rounds       int    `json:"rounds"`
}

// A Sum is what measurements of a group and op have in common.
type Sum struct {
	Group string `json:"group"`
	Op    string `json:"op"`
	// Compared counts the measurements of the group and op, and Regressed those that regressed.
	Compared  int `json:"compared"`
	Regressed int `json:"regressed"`
	// Slower is the median over those that regressed, as a part of 1.
	Slower float64 `json:"slower"`
}

// Class says what has become of a measurement.
type Class string

// The classes, in the order in which they are shown.
const (
	Regression Class = "regression" // it is slower, or can no longer be measured
	NotJudged  Class = "not-judged" // its samples leave open whether it is slower
	Doubtful   Class = "doubtful"   // it was slower, but not when measured once more
	Faster     Class = "faster"     // by what would be a regression the other way round
	Unstable   Class = "unstable"   // it is not to be relied on any more
	Repaired   Class = "repaired"   // it failed before
	Gone       Class = "gone"       // the new report does not have it
	New        Class = "new"        // no old report has it
)

// Classes lists all classes, in the order in which they are shown.
func Classes() []Class {
	return []Class{Regression, NotJudged, Doubtful, Faster, Unstable, Repaired, Gone, New}
}

// A Change is what has become of one measurement.
type Change struct {
	Class Class  `json:"class"`
	Name  string `json:"name"`
	Group string `json:"group"`
	Unit  string `json:"unit"`
	// Old and New are the medians of the samples, Old of those of all old runs. Again is that of a second
	// measurement. 0 if there are none.
	Old   float64 `json:"old,omitempty"`
	New   float64 `json:"new,omitempty"`
	Again float64 `json:"again,omitempty"`
	// Slower is by how much time an operation takes more, as a part of 1; negative if it takes less.
	Slower float64 `json:"slower,omitempty"`
	// P is the probability that samples differ by so much more than the threshold by chance.
	P float64 `json:"p,omitempty"`
	// Because says why, where figures do not.
	Because string `json:"because,omitempty"`
}

// Compare compares a report with older ones of the same provider, the oldest first; there is at least
// one. If again is not nil, it has second measurements of those that were slower. The reports are not changed.
func Compare(olds []*speed.Report, now, again *speed.Report, threshold float64) *Comparison {
	return compare(Comparison{Threshold: threshold}, olds, now, again)
}

// InTurns compares two reports of one run, whose samples of the same place are of the same round.
func InTurns(old, now *speed.Report, threshold float64) *Comparison {
	return compare(Comparison{Threshold: threshold, InTurns: true}, []*speed.Report{old}, now, nil)
}

func compare(by Comparison, olds []*speed.Report, now, again *speed.Report) *Comparison {
	c := &by
	c.New, c.Differences, c.Changes = subjectOf(now), []string{}, []Change{}
	if !c.InTurns { // else only the provider differs, as was asked for
		c.Differences = differences(olds[len(olds)-1], now)
	}
	for _, old := range olds {
		c.Olds = append(c.Olds, subjectOf(old))
	}
	var second map[string]*pair
	if again != nil {
		second = map[string]*pair{}
		for _, p := range c.pairsOf(olds, again) {
			second[p.now.Name] = p
		}
	}
	c.judge(c.pairsOf(olds, now), second)
	c.others(olds, now)
	c.sort(now)
	switch {
	case now.Incomplete != "":
		c.Broken = "the new report is incomplete: " + now.Incomplete
	case c.Compared == 0:
		c.Broken = "no measurement is in both reports"
	}
	return c
}

// sort sorts the changes.
func (c *Comparison) sort(now *speed.Report) {
	order := map[string]int{}
	for i, m := range now.Measurements {
		order[m.Name] = i
	}
	slices.SortStableFunc(c.Changes, func(a, b Change) int {
		if d := cmp.Compare(slices.Index(Classes(), a.Class), slices.Index(Classes(), b.Class)); d != 0 {
			return d
		}
		if a.Class == NotJudged { // what looks worst comes first
			return cmp.Compare(b.Slower, a.Slower)
		}
		return cmp.Compare(order[a.Name], order[b.Name])
	})
}

// others adds the measurements that have no samples on one side, or are no longer stable.
func (c *Comparison) others(olds []*speed.Report, now *speed.Report) {
	was := map[string]*speed.Measurement{} // in the last report that has it, or that has measured it
	for _, old := range olds {
		for i := range old.Measurements {
			m := &old.Measurements[i]
			if last := was[m.Name]; last == nil || measured(m) || !measured(last) {
				was[m.Name] = m
			}
		}
	}
	for i := range now.Measurements {
		m := &now.Measurements[i]
		one := Change{Name: m.Name, Group: m.Group, Unit: m.Unit}
		old := was[m.Name]
		delete(was, m.Name)
		switch {
		case m.Failed != "" && (old == nil || old.Failed == ""):
			one.Class, one.Because = Regression, "it failed: "+m.Failed
		case m.Unsupported != "" && old != nil && measured(old):
			one.Class, one.Because = Regression, "it is no longer supported: "+m.Unsupported
		case old == nil:
			one.Class = New
		case old.Failed != "" && measured(m):
			one.Class, one.Because = Repaired, "it failed: "+old.Failed
		case m.Unstable != "" && old.Unstable == "" && !c.doubts(m.Name):
			one.Class, one.Because = Unstable, m.Unstable
		default:
			continue
		}
		c.Changes = append(c.Changes, one)
	}
	for _, old := range olds {
		for _, m := range old.Measurements {
			if was[m.Name] != nil {
				delete(was, m.Name)
				c.Changes = append(c.Changes, Change{Class: Gone, Name: m.Name, Group: m.Group, Unit: m.Unit})
			}
		}
	}
}

// doubts reports whether the samples of a measurement leave open whether it is slower.
func (c *Comparison) doubts(name string) bool {
	return slices.ContainsFunc(c.Changes, func(one Change) bool { return one.Class == NotJudged && one.Name == name })
}

// measured reports whether a measurement has samples to go by.
func measured(m *speed.Measurement) bool {
	return m.Failed == "" && m.Unsupported == "" && len(m.Samples) > 0
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

// Regressed reports whether the new report is worse than the old ones.
func (c *Comparison) Regressed() bool { return c.Broken != "" || len(c.Of(Regression)) > 0 }

// An Outcome is what a gate makes of a comparison.
type Outcome string

// The outcomes.
const (
	Passed  Outcome = "passed"
	Worse   Outcome = "regression"
	Unknown Outcome = "not-judged" // too few measurements are judged, and none of those is worse
)

// Outcome says what a gate makes of the comparison.
func (c *Comparison) Outcome() Outcome {
	switch {
	case c.Regressed():
		return Worse
	case float64(c.Judged) < c.Required*float64(c.Compared):
		return Unknown
	}
	return Passed
}

func subjectOf(r *speed.Report) Subject {
	return Subject{
		Provider: r.Provider, ProviderVersion: r.Environment.ProviderVersion, Version: r.Environment.Release(),
		Started: r.Started.UTC().Format(time.RFC3339), Measurements: len(r.Measurements), Rounds: r.Rounds,
	}
}

// JSON writes a comparison as one indented JSON object, which docs/schema/speed-comparison.schema.json describes.
func JSON(c *Comparison) ([]byte, error) {
	text, err := json.MarshalIndent(struct {
		Regressed bool    `json:"regressed"`
		Outcome   Outcome `json:"outcome"`
		Verdict   string  `json:"verdict"`
		*Comparison
	}{c.Regressed(), c.Outcome(), c.Verdict(), c}, "", "  ")
	return append(text, '\n'), err
}
