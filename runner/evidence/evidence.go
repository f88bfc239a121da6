package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/certificate"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// Read reads the journal at path. A journal that is malformed, or that no run
// leaves, is a *[journal.DamageError].
func Read(path string) (*certificate.Evidence, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	record, err := journal.Read(path)
	if err != nil {
		return nil, err
	}
	if line, err := followHistory(text); err != nil {
		return nil, &journal.DamageError{Path: path, Line: line, Err: err}
	}
	return &certificate.Evidence{Journal: text, Run: record.Run(), Plan: blank(record.Plan)}, nil
}

// Suite gives the suite that is linked into the binary, as build names it. specs
// are those of [runner.Suite].
func Suite(specs []runner.Spec, build reports.Environment) *certificate.Suite {
	return &certificate.Suite{Environment: build, Specs: blank(specs), Catalogue: requirement.All()}
}

func blank(specs []journal.Spec) []reports.Spec {
	list := make([]reports.Spec, len(specs))
	for i, s := range specs {
		list[i] = journal.Blank(s)
	}
	return list
}

// history is what came before a line of a journal.
type history struct {
	started  map[string]bool
	ended    map[string]reports.Verdict
	target   *journal.Target
	finished bool
}

// followHistory goes through the entries of a journal and gives the first line
// that can't follow on those before.
func followHistory(text []byte) (line int, err error) {
	h := history{started: map[string]bool{}, ended: map[string]reports.Verdict{}}
	for text := range bytes.Lines(text) {
		line++
		if text[len(text)-1] != '\n' {
			return line, errors.New("the line is cut off")
		}
		if line == 1 { // the header
			continue
		}
		var e journal.Entry
		if err := json.Unmarshal(text, &e); err != nil {
			return line, err
		}
		if err := h.take(e); err != nil {
			return line, err
		}
	}
	return 0, nil
}

func (h *history) take(e journal.Entry) error {
	happens := e.Kind == journal.Opened || e.Kind == journal.Started || e.Kind == journal.Ended
	if h.finished && happens {
		return fmt.Errorf("%s after the run had finished", e.Kind)
	}
	switch e.Kind {
	case journal.Opened:
		return h.opened(e.Target)
	case journal.Started:
		h.started[e.Text] = true
	case journal.Ended:
		return h.judged(*e.Spec)
	case journal.Resumed:
		h.finished = false
	case journal.Finished:
		h.finished = true
	}
	return nil
}

// opened refuses another version of a provider than the one that was opened
// before.
func (h *history) opened(t *journal.Target) error {
	if b := h.target; b != nil && (b.ProviderVersion != t.ProviderVersion || b.PeerVersion != t.PeerVersion) {
		return fmt.Errorf("the provider changed during the run: version %q, peer %q, and before %q, peer %q",
			t.ProviderVersion, t.PeerVersion, b.ProviderVersion, b.PeerVersion)
	}
	if b := h.target; b != nil && b.ProviderSHA256 != t.ProviderSHA256 {
		return fmt.Errorf("the file of the provider changed during the run: %s, and before %s", t.ProviderSHA256, b.ProviderSHA256)
	}
	h.target = t
	return nil
}

// judged refuses a result from nowhere, and one that outdoes what was found
// before: a spec that has come to a judgement is not run again, and what happens
// after it can only make it worse.
func (h *history) judged(s reports.Spec) error {
	if s.Verdict == reports.NotRun {
		return nil
	}
	if s.Verdict == reports.Waived {
		return fmt.Errorf("spec %s ended as waived; a waiver is for the report to apply", s.ID)
	}
	if h.target == nil || !h.started[s.ID] {
		return fmt.Errorf("spec %s ended and had not started", s.ID)
	}
	if before, ok := h.ended[s.ID]; ok && reports.Worst(before, s.Verdict) != s.Verdict {
		return fmt.Errorf("spec %s ended as %s, and as %s before", s.ID, s.Verdict, before)
	}
	h.ended[s.ID] = s.Verdict
	return nil
}
