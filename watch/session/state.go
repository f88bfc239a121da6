package session

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/traffic"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/record"
)

// mostFindings limits the different findings of all processes.
const mostFindings = 1000

// A state is what is known of a program so far.
type state struct {
	opened bool
	// problem is the first reason why the run is incomplete.
	problem string
	program reports.Watched
	layers  map[layerOf]*known
	specs   map[string]reports.Spec // by what equal findings share
	times   map[string]int          // how often each was found
	ids     map[string]int          // how many begin with a rule's id
	// stopped is when the program was stopped, or has ended.
	stopped time.Time
}

func newState(h journal.Header) state {
	return state{
		program: reports.Watched{Command: h.Watch}, layers: map[layerOf]*known{}, specs: map[string]reports.Spec{},
		times: map[string]int{}, ids: map[string]int{},
	}
}

func (s *state) open(e record.Entry) {
	if e.Opened.Failed != "" {
		s.problem = cmp.Or(s.problem, fmt.Sprintf("the layer can't open %s: %s", e.Opened.Provider, e.Opened.Failed))
		return
	}
	s.opened = true
	if s.layers[layerOf{e.Process, e.Layer}] == nil {
		s.layers[layerOf{e.Process, e.Layer}] = new(known)
	}
	name := e.Opened.Provider
	if !slices.Contains(s.program.Providers, name) && len(s.program.Providers) < mostFindings {
		s.program.Providers = append(s.program.Providers, name)
	}
}

// note keeps a layer's message. It is fresh if it is new.
func (s *state) note(text string) (fresh bool) {
	if slices.Contains(s.program.Notes, text) || len(s.program.Notes) == mostFindings {
		return false
	}
	s.program.Notes = append(s.program.Notes, text)
	return true
}

func (s *state) end(e record.Entry) {
	l := s.layer(e)
	l.ended = true
	l.calls = e.Ended.Calls
	s.measured(e.Ended)
}

// measured sums the layers' traffic.
func (s *state) measured(e *record.Ended) {
	if of := e.Traffic; of != nil {
		if s.program.Traffic == nil {
			s.program.Traffic = &traffic.Traffic{}
		}
		s.program.Traffic.Add(of)
	}
}

// watched returns what is known.
func (s *state) watched() *reports.Watched {
	w := s.program
	for _, l := range s.layers {
		w.Cut = w.Cut || !l.ended
		w.Calls += l.calls
	}
	return &w
}

// names are objects' names, which don't distinguish findings; neither do addresses and sizes.
var names = regexp.MustCompile(`\b([a-z]+)[0-9]+\b`)

// find returns a finding in the reports' form. It is fresh if none like it came before. A repeated finding
// comes again, with its count.
func (s *state) find(f judge.Finding) (spec reports.Spec, fresh, tooMany bool) {
	key := f.ID + "\n" + reports.Unnumbered(names.ReplaceAllString(f.Object+": "+f.Message, "$1"))
	if known, ok := s.specs[key]; ok {
		s.times[key] += max(1, f.Count-1)
		known.Notes = []string{fmt.Sprintf("%d times in all", s.times[key])}
		return known, false, false
	}
	if len(s.specs) == mostFindings {
		s.problem = cmp.Or(s.problem, fmt.Sprintf("there are more than %d findings that differ: the others are left out",
			mostFindings))
		return spec, false, true
	}
	s.ids[f.ID]++
	spec = specOf(f, s.ids[f.ID])
	s.specs[key], s.times[key] = spec, 1
	return spec, true, false
}

// specOf is a finding in the reports' form, the nth of its rule.
func specOf(f judge.Finding, n int) reports.Spec {
	id := f.ID + "/watched"
	if n > 1 {
		id = fmt.Sprintf("%s-%d", id, n)
	}
	found := []finding.Finding{{
		Rule: finding.Rule{ID: f.ID, Text: f.Rule, Source: f.Source}, Says: f.Object + ": " + f.Message,
	}}
	return reports.Spec{
		ID: id, Title: "The " + string(f.Of) + " breaks a rule", Package: "nd2", Requirements: []string{f.ID},
		Verdict: reports.Fail, Party: string(f.Of), Findings: found, Message: finding.Lines(found),
		Trace: strings.Join(f.Calls, "\n"), Place: f.Caller,
	}
}
