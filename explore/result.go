package explore

import "github.com/ndconform/ndconform/explore/program"

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
	// Table has how often each was visited, by its name.
	Table map[string]int `json:"table,omitempty"`
}

// A Finding is something that a provider does and the model does not allow.
type Finding struct {
	// Rules are the ids of the catalogue's entries that it breaks.
	Rules []string `json:"rules"`
	// Message says what was expected and what was seen.
	Message string `json:"message"`
	// Calls are the latest calls that led there, oldest first, as text.
	Calls []string `json:"calls,omitempty"`
	// Steps is the length of Program, which is shrunk; Rate is in how many of its
	// repeats it showed the finding again, from 0 to 1.
	Steps int     `json:"steps"`
	Rate  float64 `json:"rate"`
	// Seconds is how long after the exploration's beginning it was found, before it was
	// shrunk.
	Seconds float64 `json:"seconds"`
	// Program shows the finding, from freshly opened ends.
	Program program.Program `json:"-"`
	// Replay is the program as text.
	Replay string `json:"replay"`
}
