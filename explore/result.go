package explore

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/explore/beside"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/requirement"
)

// A Result is the result of an exploration.
type Result struct {
	Seed     uint64  `json:"seed"`
	Programs int     `json:"programs"`
	Steps    int     `json:"steps"` // carried out, in all programs
	Seconds  float64 `json:"seconds"`
	// Transitions counts the visits of the model's transitions.
	Transitions Transitions `json:"transitions"`
	// Unanswered counts requests that the peer had to refuse and that ended with a timeout,
	// which is no finding: the network may have lost the refusal.
	Unanswered int `json:"unanswered,omitempty"`
	// Beside counts the programs that were compared with another provider's.
	Beside   beside.Counts `json:"beside,omitzero"`
	Findings []Finding     `json:"findings"`
}

// Transitions counts the visits of the model's transitions, by name.
type Transitions struct {
	Visited int `json:"visited"`
	// Known is how many the model has, and NotVisited names those that were not
	// visited.
	Known      int      `json:"known"`
	NotVisited []string `json:"notVisited,omitempty"`
	// Table says how often each was visited, by its name.
	Table map[string]int `json:"table,omitempty"`
}

// A Finding is something that a provider does although the model does not allow it.
type Finding struct {
	// Rules are the ids of the catalogue's entries that it breaks.
	Rules []string `json:"rules"`
	// Message says what was expected and what was seen; Expected and Seen are its halves,
	// if a finding has both.
	Message  string `json:"message"`
	Expected string `json:"expected,omitempty"`
	Seen     string `json:"seen,omitempty"`
	// Calls are the last calls that led there, oldest first, as text.
	Calls []string `json:"calls,omitempty"`
	// Steps is the length of Program, which is minimized; Rate is the share of its
	// repeats in which it showed the finding again, from 0 to 1.
	Steps int     `json:"steps"`
	Rate  float64 `json:"rate"`
	// CutShort says that the exploration ended before the finding was minimized, or that an excused finding was not:
	// Program is the smallest so far, and Rate is not known. Unconfirmed says that many programs left something behind,
	// and that no program has shown it again.
	CutShort    bool `json:"cutShort,omitempty"`
	Unconfirmed bool `json:"unconfirmed,omitempty"`
	// Beside says that another provider did otherwise, and that nobody knows who is wrong.
	Beside bool `json:"beside,omitempty"`
	// Seconds is when it was found, before it was minimized, in seconds since the
	// exploration began.
	Seconds float64 `json:"seconds"`
	// Recorded are all calls of the minimized program, up to the finding, or nil if there are
	// too many.
	Recorded []recorded.Call `json:"recorded,omitempty"`
	// Program shows the finding on freshly opened ends.
	Program program.Program `json:"-"`
	// Replay is the program as text.
	Replay string `json:"replay"`
}

// UnmarshalJSON implements [json.Unmarshaler]: the program is read from its text.
func (f *Finding) UnmarshalJSON(text []byte) error {
	type plain Finding
	if err := json.Unmarshal(text, (*plain)(f)); err != nil || f.Replay == "" {
		return err
	}
	var err error
	f.Program, err = program.Parse(strings.NewReader(f.Replay))
	return err
}

// Must reports whether one of some rules is a MUST: what breaks SHOULDs only is a warning.
func Must(rules []string) bool {
	return slices.ContainsFunc(rules, func(id string) bool {
		e, ok := requirement.Lookup(id)
		return ok && e.Level == requirement.Must
	})
}
