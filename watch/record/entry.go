package record

import (
	"errors"
	"fmt"
	"time"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/reports/traffic"
)

// An Entry is one line. Besides Process, Layer and At, one part is set.
type Entry struct {
	// Process is the id of the layer's process, and Layer the layer's number in it.
	Process int `json:"process"`
	Layer   int `json:"layer,omitempty"`
	// At is the event's time, in nanoseconds since the layer began.
	At      int64          `json:"at,omitempty"`
	Event   *event.Event   `json:"event,omitempty"`
	Started *Started       `json:"started,omitempty"`
	Opened  *Opened        `json:"opened,omitempty"`
	Found   *judge.Finding `json:"found,omitempty"`
	State   *State         `json:"state,omitempty"`
	// Note is a message without a part here.
	Note   string  `json:"note,omitempty"`
	Ended  *Ended  `json:"ended,omitempty"`
	Exited *Exited `json:"exited,omitempty"`
	Played *Played `json:"played,omitempty"`
}

// Played says what came of a text that was replayed.
type Played struct {
	Name string `json:"name"`
	// Differs are the lines with another outcome, and Stopped says why the text was not made to its end.
	Differs []string `json:"differs,omitempty"`
	Stopped string   `json:"stopped,omitempty"`
}

// check says why this can't be an entry.
func (e Entry) check() error {
	switch {
	case e.Event == nil && e.Started == nil && e.Opened == nil && e.Found == nil && e.State == nil && e.Ended == nil &&
		e.Exited == nil && e.Played == nil && e.Note == "":
		return errors.New("it says nothing")
	case e.Found != nil && e.Found.Of != judge.Provider && e.Found.Of != judge.Program:
		return fmt.Errorf("it blames %q, which is neither the provider nor the program", e.Found.Of)
	case e.Ended != nil && e.Ended.Traffic != nil:
		return e.Ended.Traffic.Check()
	}
	return nil
}

// Started describes the recorded program: the starter of the program writes it first.
type Started struct {
	// Command is the program and its arguments.
	Command []string  `json:"command"`
	At      time.Time `json:"at"`
	Machine Machine   `json:"machine"`
}

// A Machine is the machine on which the program ran.
type Machine struct {
	Name string `json:"name"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	// Kernel is the release of the operating system, and Version ndconform's.
	Kernel  string `json:"kernel,omitempty"`
	Version string `json:"version,omitempty"`
}

// Exited says how the program has ended, such as "exit code 0"; Failed says that this is a failure.
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

// Still is after how many idle seconds the program counts as stopped. A layer then writes its state once more.
const Still = 1

// A State is a layer's view of the running program. It is written when nothing has happened for a moment, and now
// and then while something happens.
type State struct {
	// Calls is how many calls the layer has seen.
	Calls uint64 `json:"calls"`
	// Still is for how many seconds nothing had happened.
	Still float64 `json:"still,omitempty"`
	// Waiting is what is under way, and More counts the rest.
	Waiting []Wait `json:"waiting,omitempty"`
	More    int    `json:"more,omitempty"`
}

// A Wait is a call or request under way, and its place. An unknown place or thread is left out.
type Wait struct {
	judge.Wait
	// Call is the number of the call that began it.
	Call uint64 `json:"call"`
	// Since is when it began, and Heard when its request was notified, in seconds before the entry.
	Since float64 `json:"since"`
	Heard float64 `json:"heard,omitempty"`
	// Place is the call's place in the program, as in [judge.Finding].
	Place  string `json:"place,omitempty"`
	Thread uint32 `json:"thread,omitempty"`
}

// WaitOf translates a wait, at a time of its marks' clock.
func WaitOf(w judge.Wait, now int64) Wait {
	const second = 1e9
	r := Wait{Wait: w, Call: w.Mark.Call, Since: float64(now-w.Mark.At) / second, Thread: w.Mark.Thread}
	if w.Heard > 0 {
		r.Heard = float64(now-w.Heard) / second
	}
	return r
}

// Ended says that a program has closed a provider, or exits. A repeated finding was noted again before, with its
// count.
type Ended struct {
	// Calls is how many calls the layer has seen.
	Calls uint64 `json:"calls"`
	// Traffic is nil unless it was asked for.
	Traffic *traffic.Traffic `json:"traffic,omitempty"`
}
