package worker

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// blameCall names the method that a spec panics or is stuck in, if it is known.
func blameCall(f *finding.Finding) {
	for _, c := range f.Calls {
		if c.Unfinished && f.Method == "" {
			spec.BlameCall(f, spec.MethodOf(c))
			if strings.HasPrefix(f.Says, panicHow) {
				f.Does = finding.Panics
			}
		}
	}
}

// panickedIn names the method that has panicked in a spec, "" if none has.
func panickedIn(s reports.Spec) string {
	for _, f := range s.Findings {
		if f.Does == finding.Panics {
			return f.Method
		}
	}
	return ""
}

// blameUnmade names the method of the last call if that has returned ND_SUCCESS and no object, and the
// spec panics since it uses the object.
func blameUnmade(f *finding.Finding) {
	if f.Method != "" || len(f.Calls) == 0 || !strings.HasPrefix(f.Says, panicHow) {
		return
	}
	last := f.Calls[len(f.Calls)-1]
	if strings.HasPrefix(last.Method, "Create") && last.Result == nd2.Success.String() {
		f.Method, f.Does = spec.MethodOf(last), finding.NoObject
	}
}

// addCalls adds calls to a finding, and says which of them the spec is stuck or panics in.
func addCalls(f *finding.Finding, calls []finding.Call) {
	f.Calls = append(f.Calls, calls...)
	if i := slices.IndexFunc(calls, unreturned); i >= 0 {
		if c := calls[i]; strings.HasPrefix(f.Says, panicHow) {
			f.Says += ", in " + spec.MethodOf(c) + " (" + c.Object + ")"
		} else {
			f.Says += "; " + spec.MethodOf(c) + " has not returned"
		}
	}
	blameCall(f)
}

func unreturned(c finding.Call) bool { return c.Unfinished }

// inCleanUp adds to a spec that hangs or panics the calls that its clean-up made, after its notes were
// written.
func inCleanUp(s *reports.Spec, calls []finding.Call) {
	if len(s.Findings) == 0 || len(calls) == 0 {
		return
	}
	if last := &s.Findings[len(s.Findings)-1]; !slices.ContainsFunc(last.Calls, unreturned) {
		addCalls(last, calls)
		s.Message = finding.Lines(s.Findings)
	}
}

// notAnswered adds to a spec that hangs what the process that holds the provider has not answered.
func notAnswered(s *reports.Spec, waiting string) {
	for i := range s.Findings {
		if f := &s.Findings[i]; strings.HasPrefix(f.Says, hungHow) && waiting != "" {
			f.Says += "; " + waiting
			s.Message = finding.Lines(s.Findings)
		}
	}
}

// blame names the method in which a spec hangs, by its wait point.
func blame(s *reports.Spec, point string) {
	for i, f := range s.Findings {
		if strings.HasPrefix(f.Says, hungHow) && f.Method == "" {
			spec.Blame(&s.Findings[i], point)
		}
	}
}
