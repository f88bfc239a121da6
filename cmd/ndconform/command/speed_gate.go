package command

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports/speed"
	speeds "github.com/ndconform/ndconform/reports/speed/compare"
)

// A speedGate is the rule by which figures are held to older ones.
type speedGate struct{ threshold, judged usage.Percent }

// add adds the flags of the rule, which apply in some case only.
func (g *speedGate) add(flags *pflag.FlagSet, when string) {
	g.threshold, g.judged = 3, 50
	flags.Var(&g.threshold, "threshold", when+", the `percent` by which a figure must be worse to count")
	flags.Var(&g.judged, "require-judged", when+", exit 4 if fewer than this `percent` of the figures could be "+
		"judged, and none is worse")
}

// compare compares figures with older ones. Some may have been measured again.
func (g *speedGate) compare(olds []*speed.Report, now, again *speed.Report) *speeds.Comparison {
	return g.requires(speeds.Compare(olds, now, again, float64(g.threshold)/100))
}

// inTurns compares figures of one run whose samples are of the same rounds.
func (g *speedGate) inTurns(old, now *speed.Report) *speeds.Comparison {
	return g.requires(speeds.InTurns(old, now, float64(g.threshold)/100))
}

func (g *speedGate) requires(c *speeds.Comparison) *speeds.Comparison {
	c.Required = float64(g.judged) / 100
	return c
}

// speedOutcome is the error with which a command ends that has shown a comparison.
func speedOutcome(c *speeds.Comparison) error {
	switch c.Outcome() {
	case speeds.Worse:
		return &exit.Error{Code: exit.Failed}
	case speeds.Unknown:
		return &exit.Error{Code: exit.Nothing}
	}
	return nil
}

// readHistory reads the reports that --baseline names, or returns nil if it names none.
func readHistory(f *benchFlags) (*speedFiles, error) {
	if len(f.baseline) == 0 {
		return nil, nil
	}
	h := &speedFiles{}
	for _, path := range f.baseline {
		read, err := readSpeeds(path)
		if err != nil {
			return nil, exit.UsageError("--baseline: %v", err)
		}
		h.reports, h.leftOut = append(h.reports, read.reports...), append(h.leftOut, read.leftOut...)
		h.sources = append(h.sources, read.sources...)
	}
	for _, path := range h.sources {
		for _, own := range []string{f.json, f.html} {
			if own != "" && usage.SamePath(own, path) {
				return nil, exit.UsageError("--baseline and a report name the same file: %s", path)
			}
		}
	}
	slices.SortStableFunc(h.reports, func(a, b speedFile) int { return a.Started.Compare(b.Started) })
	return h, nil
}

// readSpeed reads a JSON report of figures.
func readSpeed(path string) (*speed.Report, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, reportMost+1))
	if err != nil {
		return nil, err
	}
	if len(text) > reportMost {
		return nil, fmt.Errorf("it is larger than %d MiB, which no report is", reportMost>>20)
	}
	return speed.Parse(text)
}

// comparedText is what is printed of a comparison, if there is one.
func comparedText(c *speeds.Comparison) []byte {
	if c == nil {
		return nil
	}
	return append([]byte("\n"), speeds.Text(c)...)
}
