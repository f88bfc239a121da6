package runner

import (
	"encoding/json"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// A batch is what a supervisor orders of a worker: one JSON object on the
// worker's standard input, and a [clearance] when it has heard of the opening, and
// whenever more is known. The end of that input is the order to stop.
type batch struct {
	Events       channel  `json:"events"`
	Provider     string   `json:"provider"`
	Peer         string   `json:"peer,omitempty"`
	Seed         int64    `json:"seed"`
	TimeoutScale float64  `json:"timeoutScale"`
	Strict       bool     `json:"strict,omitempty"`
	Specs        []string `json:"specs"`
	// Alone is that of [Lab].
	Alone map[string]string `json:"alone,omitempty"`
	// Known are those of Specs that are known to fail, and Dumps is that of [Lab].
	Known []string `json:"known,omitempty"`
	Dumps string   `json:"dumps,omitempty"`
	// Canaries are those of Specs that are run first, in this order.
	Canaries []string `json:"canaries,omitempty"`
	// Errand is what to do instead of running specs. Silence is how long it may tell
	// nothing; 0 is as long as specs may.
	Errand  *errandOrder  `json:"errand,omitempty"`
	Silence time.Duration `json:"silence,omitempty"`
	// Hurry has waits be shorter where others have waited in vain.
	Hurry bool `json:"hurry,omitempty"`
	// Titles are the specs' own; a container that holds none of them is not
	// built. Without titles all are.
	Titles []string `json:"titles,omitempty"`
}

// A clearance lets a worker begin with its specs: whatever happens to the supervisor
// from then on, the run has a report. It says what is known by then. Those that follow say
// what is known when that has become more.
type clearance struct {
	Fallen map[spec.Ground]spec.Cause `json:"fallen,omitempty"`
	Sites  map[string]spec.Site       `json:"sites,omitempty"`
	// Weigh has calls be weighed: a process has taken too much memory.
	Weigh bool `json:"weigh,omitempty"`
}

type eventKind string

const (
	opened  eventKind = "opened"  // the providers are open and their adapters found
	refused eventKind = "refused" // a provider could not be opened as configured
	broken  eventKind = "broken"  // a provider can't be put under test, or not be closed
	started eventKind = "started" // a spec starts
	ended   eventKind = "ended"   // a spec has been judged
	told    eventKind = "told"    // an errand tells something
	done    eventKind = "done"    // the batch is done
)

// An event is one step of a worker.
type event struct {
	Kind eventKind `json:"kind"`
	// Text is why, of refused and broken, and the spec's id, of started.
	Text string `json:"text,omitempty"`
	// Spec is of ended, and so is Footing.
	Spec    *reports.Spec `json:"spec,omitempty"`
	Footing spec.Footing  `json:"footing,omitzero"`
	// Told is of told.
	Told json.RawMessage `json:"told,omitempty"`
	// Target is of opened.
	Target *journal.Target `json:"target,omitempty"`
}
