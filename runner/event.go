package runner

import (
	"encoding/json"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// A batch is what a supervisor orders from a worker: one JSON object on the
// worker's standard input. A [controlMessage] follows when the supervisor has heard that
// the providers are open, and another one whenever more is known. The end of that
// input is the order to stop.
type batch struct {
	Events       eventPipe `json:"events"`
	Provider     string    `json:"provider"`
	Peer         string    `json:"peer,omitempty"`
	Seed         int64     `json:"seed"`
	TimeoutScale float64   `json:"timeoutScale"`
	Strict       bool      `json:"strict,omitempty"`
	Specs        []string  `json:"specs"`
	// OwnProviders is as in [Lab].
	OwnProviders map[string]string `json:"alone,omitempty"`
	// Known are those of Specs that are known to fail, and Dumps is as in [Lab].
	Known []string `json:"known,omitempty"`
	Dumps string   `json:"dumps,omitempty"`
	// Probes are those of Specs that are run first, in this order.
	Probes []string `json:"canaries,omitempty"`
	// First are those of Specs that are run next, in this order: they are about a method that
	// failed to give something in another spec.
	First []string `json:"first,omitempty"`
	// Linger is how long the worker goes on after its last spec, for threads that crash then.
	Linger time.Duration `json:"linger,omitempty"`
	// Pause is for how long nothing is done after each call of the provider, for which there is
	// an event then; 0 means that there is none.
	Pause time.Duration `json:"pause,omitempty"`
	// Task is what to do instead of running specs. Silence is how long it may tell
	// nothing; 0 means as long as specs may.
	Task    *taskRequest  `json:"task,omitempty"`
	Silence time.Duration `json:"silence,omitempty"`
	// Breaker shortens waits where other specs have timed out.
	Breaker bool `json:"hurry,omitempty"`
	// Titles are the titles of Specs; a container that holds none of them is not
	// built. Without titles, every container is.
	Titles []string `json:"titles,omitempty"`
}

// The first control message lets a worker begin with its specs: whatever happens to the supervisor
// from then on, the run has a report. Each message says what is known by then.
type controlMessage struct {
	Failed map[spec.Prerequisite]spec.Cause `json:"fallen,omitempty"`
	Points map[string]spec.WaitPoint        `json:"sites,omitempty"`
	// MeasureMemory asks for the memory that each call leaves behind to be measured, since a
	// process has taken too much.
	MeasureMemory bool `json:"weigh,omitempty"`
	// Yield asks the worker to end before its next spec, since others have nothing to do.
	Yield bool `json:"enough,omitempty"`
}

type eventKind string

const (
	opened   eventKind = "opened"  // the providers are open and their adapters found
	refused  eventKind = "refused" // a provider could not be opened as configured
	broken   eventKind = "broken"  // a provider can't be put under test, or not be closed
	started  eventKind = "started" // a spec starts
	called   eventKind = "called"  // a method of the provider is called
	ended    eventKind = "ended"   // a spec has been judged
	taskSent eventKind = "told"    // a task has sent an event
	done     eventKind = "done"    // the batch is done
)

// An event is one step of a worker.
type event struct {
	Kind eventKind `json:"kind"`
	// Text is the reason in refused and broken, the spec's id in started, and the method in called.
	Text string `json:"text,omitempty"`
	// Spec and Footing belong to ended.
	Spec     *reports.Spec `json:"spec,omitempty"`
	Progress spec.Progress `json:"footing,omitzero"`
	// Sent belongs to taskSent.
	Sent json.RawMessage `json:"told,omitempty"`
	// Target belongs to opened.
	Target *journal.Target `json:"target,omitempty"`
}
