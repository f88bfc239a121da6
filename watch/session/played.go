package session

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/record"
)

// Plan is what the header plans: [Spec], and for each text that the program replays a spec of whether it came as it
// says.
func Plan(texts []string) []journal.Spec {
	list := []journal.Spec{Spec}
	times := map[string]int{}
	for _, name := range texts {
		short, _, _ := strings.Cut(filepath.Base(name), ".")
		id := "replay/" + short
		if times[id]++; times[id] > 1 {
			id = fmt.Sprintf("%s-%d", id, times[id])
		}
		list = append(list, journal.Spec{ID: id, Title: playedTitle(name), Requirements: []string{}, Package: "nd2"})
	}
	slices.SortFunc(list, func(a, b journal.Spec) int { return strings.Compare(a.ID, b.ID) })
	return list
}

func playedTitle(name string) string {
	return "The calls of " + name + " come to what they came to before"
}

// played notes what came of a text.
func (s *Session) played(p *record.Played) {
	n := slices.IndexFunc(s.Header.Plan, func(one journal.Spec) bool { return one.Title == playedTitle(p.Name) })
	if n < 0 {
		return
	}
	result := journal.Blank(s.Header.Plan[n])
	result.Verdict = reports.Pass
	says := p.Differs
	if p.Stopped != "" {
		says = append(says, p.Stopped)
	}
	if len(says) > 0 {
		result.Verdict = reports.Fail
		result.Findings = []finding.Finding{{Says: strings.Join(says, "\n")}}
		result.Message = finding.Lines(result.Findings)
	}
	s.Journal.Append(journal.Entry{Kind: journal.Started, Text: result.ID})
	s.Journal.Append(journal.Entry{Kind: journal.Ended, Spec: &result})
}
