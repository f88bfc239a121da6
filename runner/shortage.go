package runner

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
)

// A shortage is what a worker knows of how its process came to lack what specs need: what one
// spec has used and not got back another one lacks.
type shortage struct {
	// specs counts those that have ended, first the one that found a lack first, from 1; 0 if
	// none has.
	specs, first int
}

// lacking are the failures of a provider that has no more of something.
var lacking = []string{nd2.InsufficientResources.String(), nd2.NoMemory.String()}

// judge adds to a spec that found a lack how many specs of its process did not find any.
func (l *shortage) judge(s *reports.Spec) {
	l.specs++
	i := slices.IndexFunc(s.Findings, func(f finding.Finding) bool { return slices.Contains(lacking, f.Unexpected) })
	if i < 0 {
		return
	}
	if l.first == 0 {
		l.first = l.specs
	}
	if l.first == 1 {
		return // there was none from the beginning
	}
	f := &s.Findings[i]
	if f.Besides != "" {
		f.Besides += "\n"
	}
	f.Besides += fmt.Sprintf("the first spec to see %s was number %d of its process: those before may have used up what there is", f.Unexpected, l.first)
	s.Message = finding.Lines(s.Findings)
}
