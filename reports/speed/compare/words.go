package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports/speed"
)

// Verdict says in one line what came of it.
func (c *Comparison) Verdict() string {
	slower, lost := 0, 0
	for _, one := range c.Of(Regression) {
		if one.Because == "" {
			slower++
		} else {
			lost++
		}
	}
	of := fmt.Sprintf("of %s compared", plural.Of(c.Compared, "measurement"))
	var words []string
	if slower > 0 {
		words = append(words, fmt.Sprintf("%d %s, by up to %s", slower, of, speed.Percent(c.slowest())))
	}
	if lost > 0 {
		words = append(words, fmt.Sprintf("%d can no longer be measured", lost))
	}
	if c.Broken != "" {
		words = append(words, c.Broken)
	}
	switch {
	case slower > 0:
		return "slower: " + strings.Join(words, "; ")
	case len(words) > 0:
		return "regression: " + strings.Join(words, "; ")
	}
	return c.unproven()
}

// unproven is the verdict if nothing is worse: whether that is known, or could not be judged.
func (c *Comparison) unproven() string {
	threshold := speed.Percent(c.Threshold)
	switch {
	case c.Outcome() == Unknown:
		return fmt.Sprintf("not judged: %s to tell a slowdown of %s; %.0f %% must be judged "+
			"(--require-judged)", c.noisy(), threshold, 100*c.Required)
	case c.Judged < c.Compared:
		return fmt.Sprintf("no slowdown proven; %s to judge", c.noisy())
	}
	all := plural.Of(c.Compared, "measurement")
	return fmt.Sprintf("no slowdown: none of %s is slower by more than %s", all, threshold)
}

// noisy says how many measurements are not judged, as the beginning of a sentence.
func (c *Comparison) noisy() string {
	left, verb := c.Compared-c.Judged, "were"
	if left == 1 {
		verb = "was"
	}
	return fmt.Sprintf("%d of %s %s too noisy", left, plural.Of(c.Compared, "measurement"), verb)
}

// slowest is the largest change of a regression.
func (c *Comparison) slowest() (most float64) {
	for _, one := range c.Of(Regression) {
		most = max(most, one.Slower)
	}
	return most
}

// Notes say what limits the comparison.
func (c *Comparison) Notes() []string {
	var list []string
	if c.Blind > 0 {
		list = append(list, fmt.Sprintf(
			"%d of %s: too few samples to show a change of one alone; more rounds have more (--for)",
			c.Blind, plural.Of(c.Compared, "measurement")))
	}
	if c.Judged < c.Compared {
		if c.Outcome() == Worse {
			list = append(list, c.noisy()+" to judge")
		}
		if c.Resolution > 0 {
			list = append(list, fmt.Sprintf("half of the measurements can tell a change of %s from noise; an idle machine and "+
				"more rounds (--for) make that less", speed.Percent(c.Resolution)))
		}
	}
	rate := func(one Change) bool { return one.Unit != speed.Nanoseconds && one.Figures() != "" }
	if slices.ContainsFunc(c.Changes, rate) {
		list = append(list, "of rates, too, slower is how much more time an operation takes: half the rate is 100 % slower")
	}
	return list
}

// headings are the classes as they appear in headings.
var headings = map[Class]string{
	Regression: "Regressions", NotJudged: "Too noisy to judge",
	Doubtful: "Slower at first, but not when measured again", Faster: "Faster",
	Unstable: "No longer stable", Repaired: "Repaired", Gone: "No longer there", New: "New",
}

// Words say what measurements have in common.
func (s Sum) Words() string {
	return fmt.Sprintf("%s of %s: %d of %d slower, by %s in the median", s.Group, s.Op, s.Regressed, s.Compared,
		speed.Percent(s.Slower))
}

// Words say in one line what changed.
func (c Change) Words() string {
	figures := c.Figures()
	switch {
	case figures == "":
		return c.Because
	case c.Because == "":
		return figures
	}
	return figures + "; " + c.Because
}

// Figures say how fast a measurement was and is; nothing if it was not compared.
func (c Change) Figures() string {
	if c.Old == 0 && c.New == 0 {
		return ""
	}
	return fmt.Sprintf("%s → %s, %s", c.value(c.Old), c.value(c.New), c.SlowerWords())
}

// SlowerWords say by how much an operation takes more time or less.
func (c Change) SlowerWords() string {
	return percentSlower(c.Slower)
}

func (c Change) value(v float64) string {
	m := speed.Measurement{Group: c.Group, Unit: c.Unit}
	return m.Value(v)
}
