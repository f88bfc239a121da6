package reports

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/requirement"
)

// An Answer is a status that a spec saw instead of the preferred one. The spec let
// it pass unless the run was strict.
type Answer struct {
	// Requirement is the id of the entry by which the status was judged; Status is the
	// status's name.
	Requirement string `json:"requirement"`
	Status      string `json:"status"`
	// Standing is ruled or well-known.
	Standing requirement.Standing `json:"standing"`
}

// Codes counts how the documented codes of a run's requirements were answered.
type Codes struct {
	// Exact counts the requirements that were always answered with a preferred status.
	Exact int `json:"exact"`
	// Ruled and WellKnown count those that were answered with another status of the
	// accept set, and with a well-known failure in place of the documented one.
	Ruled     int `json:"ruled"`
	WellKnown int `json:"wellKnown"`
}

func (c Codes) String() string {
	list := []string{fmt.Sprintf("%d exact", c.Exact), fmt.Sprintf("%d well-known", c.WellKnown)}
	if c.Ruled > 0 {
		list = append(list, fmt.Sprintf("%d by a ruling", c.Ruled))
	}
	return strings.Join(list, ", ")
}

// CodeCounts says how the documented codes were answered, and whether they had to be
// exact. It is empty for a run without any.
func (r *Run) CodeCounts() string {
	var words []string
	if r.Codes != (Codes{}) {
		words = append(words, r.Codes.String())
	}
	if r.Strict {
		words = append(words, "strict")
	}
	return strings.Join(words, "; ")
}

// CodeWords says the same to a reader who knows only that there are documented
// codes. It is empty for a run without any.
func (r *Run) CodeWords() string {
	var words []string
	for _, part := range []struct {
		count int
		words string
	}{
		{r.Codes.Exact, "returned as documented"},
		{r.Codes.WellKnown, "replaced by a well-known code that means the same"},
		{r.Codes.Ruled, "replaced by another code that a ruling accepts"},
	} {
		if part.count > 0 {
			words = append(words, frame.Number(part.count)+" "+part.words)
		}
	}
	text := strings.Join(words, ", ")
	if !r.Strict {
		return text
	}
	return strings.TrimPrefix(text+"; --strict accepts no code but the documented one", "; ")
}

// CountCodes counts how specs saw the codes of requirements answered. The
// requirements are those that the specs claim.
func CountCodes(specs []Spec, requirements []Requirement) Codes {
	other := map[string]requirement.Standing{}
	for _, s := range specs {
		for _, a := range s.Answers {
			if other[a.Requirement] != requirement.WellKnown {
				other[a.Requirement] = a.Standing
			}
		}
	}
	var c Codes
	for _, q := range requirements {
		if q.Code != "" && other[q.ID] == "" && (q.Verdict == Pass || q.Verdict == Warn) {
			c.Exact++
		}
	}
	for _, standing := range other {
		if standing == requirement.WellKnown {
			c.WellKnown++
		} else {
			c.Ruled++
		}
	}
	return c
}
