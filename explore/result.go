package explore

import (
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/providers/recorded"
)

// A Result is what an exploration came to.
type Result struct {
	Seed     uint64  `json:"seed"`
	Programs int     `json:"programs"`
	Steps    int     `json:"steps"` // that were carried out, of all programs
	Seconds  float64 `json:"seconds"`
	// Transitions counts those of the model that were visited.
	Transitions Transitions `json:"transitions"`
	Findings    []Finding   `json:"findings"`
}

// Transitions counts transitions of the model.
type Transitions struct {
	Visited int `json:"visited"`
	// Known counts those that the model has, and NotVisited names those that were not.
	Known      int      `json:"known"`
	NotVisited []string `json:"notVisited,omitempty"`
	// Table has how often each was visited, by its name.
	Table map[string]int `json:"table,omitempty"`
}

// A Finding is something that a provider does and the model does not allow.
type Finding struct {
	// Rules are the ids of the catalogue's entries that it breaks.
	Rules []string `json:"rules"`
	// Message says what was expected and what was seen; Expected and Seen are its halves,
	// of a finding that has both.
	Message  string `json:"message"`
	Expected string `json:"expected,omitempty"`
	Seen     string `json:"seen,omitempty"`
	// Calls are the latest calls that led there, oldest first, as text.
	Calls []string `json:"calls,omitempty"`
	// Steps is the length of Program, which is shrunk; Rate is in how many of its
	// repeats it showed the finding again, from 0 to 1.
	Steps int     `json:"steps"`
	Rate  float64 `json:"rate"`
	// Seconds is how long after the exploration's beginning it was found, before it was
	// shrunk.
	Seconds float64 `json:"seconds"`
	// Recorded are all calls of the shrunk program, up to the finding; nil if there are too
	// many.
	Recorded []recorded.Call `json:"recorded,omitempty"`
	// Program shows the finding, from freshly opened ends.
	Program program.Program `json:"-"`
	// Replay is the program as text.
	Replay string `json:"replay"`
}
