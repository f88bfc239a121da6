package worker

import (
	"iter"
	"slices"

	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// left returns the notes that a spec has left.
func left(r types.SpecReport) iter.Seq[spec.Note] {
	return func(yield func(spec.Note) bool) {
		for _, entry := range r.ReportEntries {
			if n, ok := entry.GetRawValue().(spec.Note); ok && !yield(n) {
				return
			}
		}
	}
}

func notesOf(r types.SpecReport) map[spec.NoteKind][]string {
	notes := map[spec.NoteKind][]string{}
	for n := range left(r) {
		notes[n.Kind] = append(notes[n.Kind], n.Text)
	}
	return notes
}

// answersOf lists the statuses other than the preferred ones, each once.
func answersOf(r types.SpecReport) (list []reports.Answer) {
	for n := range left(r) {
		a := reports.Answer{Requirement: n.Requirement, Status: n.Status, Standing: n.Standing}
		if n.Status != "" && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// warnings returns what a spec warns of, each warning once, and the weightier ones
// first.
func warnings(r types.SpecReport) (list []finding.Finding) {
	for _, kind := range []spec.NoteKind{spec.NoteWellKnown, spec.NoteWarn} {
		for n := range left(r) {
			f := finding.Finding{Rule: spec.Cited(n.Requirement), Says: n.Text}
			same := func(g finding.Finding) bool { return g.Rule == f.Rule && g.Says == f.Says }
			if n.Kind == kind && !slices.ContainsFunc(list, same) {
				list = append(list, f)
			}
		}
	}
	return list
}

// causeOf returns the id of the spec that has shown why this one is not run, and what
// that spec has shown not to work.
func causeOf(r types.SpecReport) (id, vain string) {
	for n := range left(r) {
		if n.CauseSpec != "" {
			return n.CauseSpec, n.CauseSays
		}
	}
	return "", ""
}
