package reports

import (
	"fmt"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports/frame"
)

// A Wait is what had begun and not ended when a program was ended: a call, an overlapped request, or requests whose
// results were not taken.
type Wait struct {
	// Kind is "call", "ended" (a request that nobody has asked about since), "pending" or "posted".
	Kind string `json:"kind"`
	// On is the object, and What is what waits there.
	On   string `json:"on"`
	What string `json:"what"`
	// Seconds is how long it had waited, and Heard how long before the end its request was notified; 0 if it was not.
	Seconds float64 `json:"seconds"`
	Heard   float64 `json:"heard,omitempty"`
	// Process, Thread and Place say where in the program it was called; 0 or empty if that is not known.
	Process int    `json:"process,omitempty"`
	Thread  uint32 `json:"thread,omitempty"`
	Place   string `json:"place,omitempty"`
	// Ends is what would have ended it.
	Ends string `json:"ends"`
	// Likely says what speaks for whose fault it is, and Breaks is the rule that is broken for certain, if one is.
	Likely string `json:"likely,omitempty"`
	Breaks string `json:"breaks,omitempty"`
}

// WaitKinds lists the kinds of [Wait] in the order of a report.
var WaitKinds = []string{"call", "ended", "pending", "posted"}

// Title says what waits, in one line.
func (w *Wait) Title() string { return w.On + ": " + w.What }

// Where says for how long it has waited, and where it was called.
func (w *Wait) Where() string {
	text := "for " + frame.Duration(w.Seconds)
	if w.Heard > 0 {
		text += ", notified " + frame.Duration(w.Heard) + " ago"
	}
	if w.Place != "" {
		text += ", called at " + w.Place
	}
	if w.Thread != 0 {
		text += fmt.Sprintf(", thread %d", w.Thread)
	}
	if w.Process != 0 {
		text += fmt.Sprintf(", process %d", w.Process)
	}
	return text
}

// WaitingWords says in a sentence how a program stood still, empty if nothing waited.
func (w *Watched) WaitingWords() string {
	if len(w.Waiting) == 0 {
		return ""
	}
	n := len(w.Waiting) + w.More
	text := "When the program ended, " + plural.Of(n, "thing") + plural.Word(n, " was", " were") + " under way"
	if w.Still > 0 {
		text += ", and nothing had happened for " + frame.Duration(w.Still)
	}
	if w.Waiting[0].Kind != "call" {
		text += "; no call of ND2's was, so that the program waited for something else: an event, a port, a lock"
	}
	return text + "."
}
