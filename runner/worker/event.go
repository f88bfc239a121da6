package worker

import (
	"encoding/json"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// A Batch is what a supervisor orders from a worker: one JSON object on the
// worker's standard input. A [Control] follows when the supervisor has heard that
// the providers are open, and another one whenever more is known. The end of that
// input is the order to stop.
type Batch struct {
	Events       EventPipe `json:"events"`
	Provider     string    `json:"provider"`
	Peer         string    `json:"peer,omitempty"`
	Seed         int64     `json:"seed"`
	TimeoutScale float64   `json:"timeoutScale"`
	Strict       bool      `json:"strict,omitempty"`
	Specs        []string  `json:"specs"`
	reports.Drawing
	// OwnProviders maps ids of Specs to selectors of the providers that they are run on.
	OwnProviders map[string]string `json:"alone,omitempty"`
	// Known are those of Specs that are known to fail, and Dumps is what the
	// names of memory dumps begin with; empty means that none are made.
	Known []string `json:"known,omitempty"`
	Dumps string   `json:"dumps,omitempty"`
	// Probes are those of Specs that are run first, in this order.
	Probes []string `json:"canaries,omitempty"`
	// First are those of Specs that are run next, in this order: they test a method that
	// failed to give something in another spec.
	First []string `json:"first,omitempty"`
	// Linger is how long the worker goes on after its last spec, for threads that crash then.
	Linger time.Duration `json:"linger,omitempty"`
	// Pause is for how long nothing is done after each call of the provider, and each call sends an event then; 0 means no
	// pause and no events.
	Pause time.Duration `json:"pause,omitempty"`
	// Task is what to do instead of running specs. Silence is how long it may tell
	// nothing; 0 means as long as specs may.
	Task    *TaskRequest  `json:"task,omitempty"`
	Silence time.Duration `json:"silence,omitempty"`
	// Breaker shortens waits where other specs have timed out.
	Breaker bool `json:"hurry,omitempty"`
	// Titles are the titles of Specs; a container without one is not built. Without titles,
	// every container is.
	Titles []string `json:"titles,omitempty"`
}

// A Control is a control message. The first one lets a worker begin with its specs: whatever happens to the supervisor
// from then on, the run has a report. Each message says what is known by then.
type Control struct {
	Failed map[spec.Prerequisite]spec.Cause `json:"fallen,omitempty"`
	Points map[string]spec.WaitPoint        `json:"sites,omitempty"`
	// MeasureMemory asks for the memory that each call leaves behind to be measured, since a
	// process has taken too much.
	MeasureMemory bool `json:"weigh,omitempty"`
	// Yield asks the worker to end before its next spec, since others have nothing to do.
	Yield bool `json:"enough,omitempty"`
}

// An EventKind says which step it is.
type EventKind string

// The steps of a worker.
const (
	Opened   EventKind = "opened"  // the providers are open and their adapters found
	Refused  EventKind = "refused" // a provider could not be opened as configured
	Broken   EventKind = "broken"  // a provider can't be put under test, or not be closed
	Loaded   EventKind = "loaded"  // the provider's process was seen to have files of code
	Started  EventKind = "started" // a spec starts
	Given    EventKind = "given"   // the running spec is given what a draw decides
	Called   EventKind = "called"  // a method of the provider is called
	Ended    EventKind = "ended"   // a spec has been judged
	TaskSent EventKind = "told"    // a task has sent an event
	Done     EventKind = "done"    // the batch is done
)

// An Event is one step of a worker.
type Event struct {
	Kind EventKind `json:"kind"`
	// Text is the reason in Refused and Broken, the spec's id in Started, what it was given in Given, and the method in
	// Called.
	Text string `json:"text,omitempty"`
	// Spec and Progress belong to Ended.
	Spec     *reports.Spec `json:"spec,omitempty"`
	Progress spec.Progress `json:"footing,omitzero"`
	// Sent belongs to TaskSent.
	Sent json.RawMessage `json:"told,omitempty"`
	// Target belongs to Opened.
	Target *journal.Target `json:"target,omitempty"`
	// Code belongs to Loaded.
	Code []reports.CodeFile `json:"code,omitempty"`
}
