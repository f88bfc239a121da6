// Package compare says whether a provider has become slower, from the samples of two bench reports or of a
// history of them.
package compare

import "github.com/ndconform/ndconform/reports/speed"

// A Comparison says how a report differs from older ones.
type Comparison struct {
	Threshold float64 `json:"threshold"`
}

// Compare compares a report with older ones of the same provider, the oldest first. A measurement regresses
// only by more than the threshold, which is a part of 1.
func Compare(olds []*speed.Report, now *speed.Report, threshold float64) *Comparison {
	return &Comparison{Threshold: threshold}
}

// Regressed reports whether the new report is worse than the old ones.
func (c *Comparison) Regressed() bool { return false }

// Text writes a comparison for a reader at a terminal.
func Text(c *Comparison) []byte { return nil }

// Markdown writes a comparison as a part of a job summary.
func Markdown(c *Comparison) []byte { return nil }

// JSON writes a comparison as one indented JSON object.
func JSON(c *Comparison) ([]byte, error) { return nil, nil }

// HTML writes a comparison as one self-contained page.
func HTML(c *Comparison) ([]byte, error) { return nil, nil }
