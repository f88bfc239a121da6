package command

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports/speed"
	speeds "github.com/ndconform/ndconform/reports/speed/compare"
)

// A history is the earlier reports that new figures are held to. A nil history holds them to nothing.
type history struct {
	speedFiles
	gate speedGate
}

// readHistory reads the reports that --baseline names.
func readHistory(f *benchFlags) (*history, error) {
	if len(f.baseline) == 0 {
		return nil, nil
	}
	h := &history{gate: f.gate}
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

// compare compares new figures with the history. Some may have been measured again.
func (h *history) compare(now, again *speed.Report) *speeds.Comparison {
	var olds []*speed.Report
	for _, one := range h.reports {
		olds = append(olds, one.Report)
	}
	c := h.gate.compare(olds, now, again)
	for i, one := range h.reports {
		c.Olds[i].Name = one.path
	}
	c.LeftOut = h.leftOut
	return c
}

// comparedText is what is printed of a comparison, if there is one.
func comparedText(c *speeds.Comparison) []byte {
	if c == nil {
		return nil
	}
	return append([]byte("\n"), speeds.Text(c)...)
}
