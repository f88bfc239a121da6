package spec

import (
	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/requirement"
)

// NoteKind says what a note on a spec's report tells.
type NoteKind string

// The kinds of note.
const (
	NoteWarn         NoteKind = "warn"         // accepted by the ruling, not preferred
	NoteWellKnown    NoteKind = "well-known"   // a failure that may stand for the documented one
	NoteUnsupported  NoteKind = "unsupported"  // skipped: an optional feature that is not claimed
	NoteUnobservable NoteKind = "unobservable" // skipped: a fault that can't be injected
	NoteInfo         NoteKind = "info"         // recorded, judges nobody
	NoteFinding      NoteKind = "finding"      // what a failure found
	NoteCalls        NoteKind = "calls"        // the calls that no finding has, of a spec that failed
	NoteLack         NoteKind = "lack"         // the method that gave before, and now returned a lack of resources
	NoteNotRun       NoteKind = "because"      // not run: a step fails that was seen to fail before
)

// A Note is what a spec leaves in its report beside pass or fail; the runner
// makes the verdict of it.
type Note struct {
	Kind NoteKind
	Text string
	// Requirement is the entry that a status was judged by, Status what was seen
	// instead of the preferred one, and Standing how it stands to the entry. They
	// are empty of what is not about a status.
	Requirement, Status string
	Standing            requirement.Standing
	// Finding is what the failure with the message Text has found, or has calls only.
	Finding finding.Finding
	// CauseSpec is the id of the spec that has found why, and CauseSays what it has found.
	CauseSpec, CauseSays string
}

func note(kind NoteKind, text string) { Leave(Note{Kind: kind, Text: text}) }

func noteStatus(kind NoteKind, id, status string, standing requirement.Standing, text string) {
	Leave(Note{Kind: kind, Text: text, Requirement: id, Status: status, Standing: standing})
}

// Leave leaves a note in the report of the running spec.
func Leave(n Note) {
	ginkgo.AddReportEntry("note", n, ginkgo.ReportEntryVisibilityNever)
}

// Warn leaves a warning about an entry: what was seen is accepted by its ruling.
func Warn(id, seen string) {
	e, _ := requirement.Lookup(id)
	Leave(Note{Kind: NoteWarn, Text: id + ": " + seen + " (" + e.Ruling + ")", Requirement: id})
}

// Record leaves an INFO note: what was seen where the documents leave it open.
func Record(text string) { note(NoteInfo, text) }
