package spec

import (
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/requirement"
)

// NoteKind is what a note on a spec's report is about.
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
	// bySuite says that the suite's code has left the note.
	bySuite bool
}

// LeftBySuite reports whether the suite's own code left the note, and not other code in the process.
func (n Note) LeftBySuite() bool { return n.bySuite }

func note(kind NoteKind, text string) { Leave(Note{Kind: kind, Text: text}) }

func noteStatus(kind NoteKind, id, status string, standing requirement.Standing, text string) {
	Leave(Note{Kind: kind, Text: text, Requirement: id, Status: status, Standing: standing})
}

// Leave leaves a note in the report of the running spec. One that a provider leaves in
// a spec's name is told from the suite's by where the call comes from.
func Leave(n Note) {
	n.bySuite = calledBySuite()
	ginkgo.AddReportEntry("note", n, ginkgo.ReportEntryVisibilityNever)
}

// Warn leaves a warning about an entry: what was seen is accepted by its ruling.
func Warn(id, seen string) {
	e, _ := requirement.Lookup(id)
	Leave(Note{Kind: NoteWarn, Text: id + ": " + seen + " (" + e.Ruling + ")", Requirement: id})
}

// Record leaves an INFO note: what was seen where the documents leave it open.
func Record(text string) { note(NoteInfo, text) }

// root is where the suite's code is, as the compiler has noted it.
var root = func() string {
	_, file, _, _ := runtime.Caller(0)
	return path.Dir(path.Dir(file))
}()

// Root is the folder that has the suite's code, as the compiler has noted it. The names of source
// files begin with it.
func Root() string { return root }

// framework are the folders of what specs are written with: what they do is done by whoever calls them.
var framework = []string{root + "/spec", root + "/spec/check", root + "/spec/fixture"}

// calledBySuite tells whether the first function up the stack that is not the framework's
// is one of the suite's: of a spec, of Ginkgo or Gomega, which run it, or of the runner's
// own specs. Of goroutines that begin in the framework it is those of [InBackground].
func calledBySuite() bool {
	calls := make([]uintptr, 32)
	frames := runtime.CallersFrames(calls[:runtime.Callers(2, calls)])
	background := false
	for {
		frame, more := frames.Next()
		switch {
		case slices.Contains(framework, path.Dir(frame.File)), callsBack(frame.Function):
			background = background || strings.HasSuffix(frame.Function, "/spec.InBackground.func1")
			if !more {
				return background
			}
		case strings.HasPrefix(frame.Function, "github.com/onsi/"):
			return true
		default:
			return strings.HasPrefix(frame.File, root+"/spec/") || path.Dir(frame.File) == root+"/runner/fake"
		}
	}
}

// between are the packages of Go's own library whose functions may call back.
var between = []string{"context.", "iter.", "maps.", "reflect.", "runtime.", "slices.", "sync.", "testing."}

func callsBack(function string) bool {
	return slices.ContainsFunc(between, func(prefix string) bool { return strings.HasPrefix(function, prefix) })
}
