package spec

import "github.com/onsi/ginkgo/v2"

// NoteKind is what a note on a spec's report is about.
type NoteKind string

// The kinds of note.
const (
	NoteWarn         NoteKind = "warn"         // accepted by the ruling, not preferred
	NoteUnsupported  NoteKind = "unsupported"  // skipped: an optional feature that is not claimed
	NoteUnobservable NoteKind = "unobservable" // skipped: a fault that can't be injected
	NoteInfo         NoteKind = "info"         // recorded, judges nobody
	NoteTrace        NoteKind = "trace"        // the calls made, on failure
)

// A Note is what a spec leaves in its report beside pass or fail; the runner
// makes the verdict of it.
type Note struct {
	Kind NoteKind
	Text string
}

func note(kind NoteKind, text string) {
	ginkgo.AddReportEntry("note", Note{kind, text}, ginkgo.ReportEntryVisibilityNever)
}

// Record leaves an INFO note: what was seen where the documents leave it open.
func Record(text string) { note(NoteInfo, text) }
