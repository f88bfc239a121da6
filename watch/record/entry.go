package record

import (
	"errors"
	"fmt"
	"time"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/reports/traffic"
)

// An Entry is one line. Besides Process, Layer and At, one of its parts is set.
type Entry struct {
	// Process is the id of the process that the layer is in, and Layer tells its layers apart.
	Process int `json:"process"`
	Layer   int `json:"layer,omitempty"`
	// At is when the event was, in nanoseconds since the layer began.
	At      int64          `json:"at,omitempty"`
	Event   *event.Event   `json:"event,omitempty"`
	Started *Started       `json:"started,omitempty"`
	Opened  *Opened        `json:"opened,omitempty"`
	Found   *judge.Finding `json:"found,omitempty"`
	State   *State         `json:"state,omitempty"`
	// Note is what there is to know besides, in words.
	Note   string  `json:"note,omitempty"`
	Ended  *Ended  `json:"ended,omitempty"`
	Exited *Exited `json:"exited,omitempty"`
}

// check says why this can't be an entry.
func (e Entry) check() error {
	switch {
	case e.Event == nil && e.Started == nil && e.Opened == nil && e.Found == nil && e.State == nil && e.Ended == nil &&
		e.Exited == nil && e.Note == "":
		return errors.New("it says nothing")
	case e.Found != nil && e.Found.Of != judge.Provider && e.Found.Of != judge.Program:
		return fmt.Errorf("it is about %q, which is neither the provider nor the program", e.Found.Of)
	case e.Ended != nil && e.Ended.Traffic != nil:
		return e.Ended.Traffic.Check()
	}
	return nil
}

// Started says what a recording is of: whoever starts the program writes it first.
type Started struct {
	// Command is the program and its arguments.
	Command []string  `json:"command"`
	At      time.Time `json:"at"`
	Machine Machine   `json:"machine"`
}

// A Machine is the one that the program has run on.
type Machine struct {
	Name string `json:"name"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	// Kernel is the release of the operating system, and Version that of ndconform.
	Kernel  string `json:"kernel,omitempty"`
	Version string `json:"version,omitempty"`
}

// Exited says how the program has ended, as in "exit code 0"; Failed that this is no success.
type Exited struct {
	How    string `json:"how"`
	Failed bool   `json:"failed,omitempty"`
	// Still is for how many seconds nothing had happened before.
	Still float64 `json:"still,omitempty"`
}

// Opened says that a provider was opened with the layer around it.
type Opened struct {
	// Provider is its selector, or the path of its DLL.
	Provider string `json:"provider"`
	Version  string `json:"version,omitempty"`
	// Failed says why it could not be opened.
	Failed string `json:"failed,omitempty"`
}

// Still is for how many seconds nothing must happen for what waits to have come to a stop. A layer writes its state
// once more then.
const Still = 1

// A State is what a layer knows while the program runs: it is written when nothing has happened for a moment, and
// now and then as long as something does.
type State struct {
	// Calls is how many calls the layer has seen.
	Calls uint64 `json:"calls"`
	// Still is for how many seconds nothing had happened.
	Still float64 `json:"still,omitempty"`
	// Waiting is what is under way, and More how much else is.
	Waiting []Wait `json:"waiting,omitempty"`
	More    int    `json:"more,omitempty"`
}

// A Wait is what is under way, and where that was called. A place or a thread that is not known is left out.
type Wait struct {
	judge.Wait
	// Call is the number of the call that has begun it.
	Call uint64 `json:"call"`
	// Since is when it has begun, and Heard when its request was notified, in seconds before the entry.
	Since float64 `json:"since"`
	Heard float64 `json:"heard,omitempty"`
	// Place is where in the program it was called, as in [judge.Finding].
	Place  string `json:"place,omitempty"`
	Thread uint32 `json:"thread,omitempty"`
}

// WaitOf returns what waits at a time on the clock of its marks.
func WaitOf(w judge.Wait, now int64) Wait {
	const second = 1e9
	r := Wait{Wait: w, Call: w.Mark.Call, Since: float64(now-w.Mark.At) / second, Thread: w.Mark.Thread}
	if w.Heard > 0 {
		r.Heard = float64(now-w.Heard) / second
	}
	return r
}

// Ended says that a program has closed a provider, or exits. What was found more than once has been noted
// again before, with its count.
type Ended struct {
	// Calls is how many calls the layer has seen.
	Calls uint64 `json:"calls"`
	// Traffic is nil unless it was asked for.
	Traffic *traffic.Traffic `json:"traffic,omitempty"`
}
