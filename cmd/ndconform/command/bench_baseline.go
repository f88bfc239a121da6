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
