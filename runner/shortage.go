package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// A shortage is what a worker knows of how its process came to lack what specs need: what one
// spec was given and did not give back, another one lacks.
type shortage struct {
	// specs counts those that have ended.
	specs int
	// first is the number of the spec that first found each lack, from 1.
	first map[string]int
	// allotted are the methods that have given specs something.
	allotted map[string]bool
}

// lacking are the failures of a provider that has run out of something.
var lacking = []string{nd2.InsufficientResources.String(), nd2.NoMemory.String()}

// judge adds to a spec that found a lack that earlier specs of its process found none, if
// the method that failed has given them what they asked for. allotted are the methods that
// have given this spec something.
func (l *shortage) judge(s *reports.Spec, allotted []string) {
	l.specs++
	l.note(s.Findings)
	if i := slices.IndexFunc(s.Findings, l.isLack); i >= 0 {
		f := &s.Findings[i]
		says := fmt.Sprintf("earlier specs got what they asked for, and number %d of this process was the first to see %s: perhaps nothing is given back", l.first[f.Unexpected], f.Unexpected)
		f.Besides = strings.TrimPrefix(f.Besides+"\n"+says, "\n")
		s.Message = finding.Lines(s.Findings)
	}
	if l.allotted == nil {
		l.allotted = map[string]bool{}
	}
	for _, method := range allotted {
		l.allotted[method] = true
	}
}

// note notes the lacks that a spec is the first to find.
func (l *shortage) note(found []finding.Finding) {
	if l.first == nil {
		l.first = map[string]int{}
	}
	for _, f := range found {
		if l.isLack(f) && l.first[f.Unexpected] == 0 {
			l.first[f.Unexpected] = l.specs
		}
	}
}

// isLack reports whether a finding is about a method that has run out of what it gave
// before.
func (l *shortage) isLack(f finding.Finding) bool {
	return slices.Contains(lacking, f.Unexpected) && slices.ContainsFunc(f.Calls, func(c finding.Call) bool {
		return strings.Contains(c.Result, f.Unexpected) && l.allotted[spec.MethodOf(c)]
	})
}
