package command

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/reports/speed/compare"
)

// A history is the earlier reports that new figures are held to. A nil history holds them to nothing.
type history struct {
	reports   []*speed.Report
	threshold float64
}

// readHistory reads the reports that --baseline names.
func readHistory(f *benchFlags) (*history, error) {
	if len(f.baseline) == 0 {
		return nil, nil
	}
	h := &history{threshold: float64(f.threshold) / 100}
	for _, path := range f.baseline {
		for _, own := range []string{f.json, f.html} {
			if own != "" && usage.SamePath(own, path) {
				return nil, exit.UsageError("--baseline and a report name the same file: %s", path)
			}
		}
		if err := h.read(path); err != nil {
			return nil, exit.UsageError("--baseline: %v", err)
		}
	}
	slices.SortStableFunc(h.reports, func(a, b *speed.Report) int { return a.Started.Compare(b.Started) })
	return h, nil
}

// read adds the report in a file, or those in a folder.
func (h *history) read(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	paths := []string{path}
	if info.IsDir() {
		if paths, err = usage.FilesIn(path, ".json"); err != nil {
			return err
		}
		if len(paths) == 0 {
			return fmt.Errorf("%s holds no report: no file whose name ends in .json", path)
		}
	}
	for _, one := range paths {
		r, err := readSpeed(one)
		if err != nil {
			return fmt.Errorf("%s: %w", one, err)
		}
		h.reports = append(h.reports, r)
	}
	return nil
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

// A comparison is one of new figures with a history; nil without one.
type comparison struct{ *compare.Comparison }

func (h *history) compare(now *speed.Report) *comparison {
	if h == nil {
		return nil
	}
	return &comparison{compare.Compare(h.reports, now, h.threshold)}
}

func (c *comparison) text() []byte {
	if c == nil {
		return nil
	}
	return append([]byte("\n"), compare.Text(c.Comparison)...)
}

func (c *comparison) regressed() bool { return c != nil && c.Regressed() }
