package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
)

var plan = []journal.Spec{
	{ID: "a", Title: "does a", Requirements: []string{"a"}, Place: "spec/a.go:1"},
	{ID: "b", Title: "does b", Requirements: []string{"b", "c"}},
}

func opened(version string) journal.Entry {
	return journal.Entry{Kind: journal.Opened, Target: &journal.Target{ProviderVersion: version}}
}

func started(id string) journal.Entry { return journal.Entry{Kind: journal.Started, Text: id} }

func ended(index int, v reports.Verdict) journal.Entry {
	s := journal.Blank(plan[index])
	s.Verdict = v
	return journal.Entry{Kind: journal.Ended, Spec: &s}
}

// resumedAfter begins a journal with a run that was ended after a spec, which
// another process begins again.
func resumedAfter(v reports.Verdict) []journal.Entry {
	return []journal.Entry{
		opened("1"),
		started("a"),
		ended(0, v),
		{Kind: journal.Finished},
		{Kind: journal.Resumed},
		opened("1"),
		started("a"),
	}
}

// written returns the path of a journal that holds entries.
func written(t *testing.T, entries ...journal.Entry) string {
	t.Helper()
	var text bytes.Buffer
	lines := []any{journal.Header{
		Version: journal.Version, Provider: "acme", Seed: 1, TimeoutScale: 1,
		Started: time.Now(), Plan: plan,
	}}
	for _, e := range entries {
		lines = append(lines, e)
	}
	for _, line := range lines { // by hand: a run writes no journal that can't be
		if err := json.NewEncoder(&text).Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "run.journal")
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestHistory(t *testing.T) {
	finished, resumed := journal.Entry{Kind: journal.Finished}, journal.Entry{Kind: journal.Resumed}
	for _, c := range []struct {
		name    string
		entries []journal.Entry
		line    int // 0 is none
		says    string
	}{
		{"a whole run", []journal.Entry{
			opened("1"), started("a"), ended(0, reports.Pass), started("b"),
			ended(1, reports.Warn), finished,
		}, 0, ""},
		{"a crash after a spec", []journal.Entry{
			opened("1"), started("a"), ended(0, reports.Pass), ended(0, reports.Error),
			finished,
		}, 0, ""},
		{"an interrupted and resumed run", append(resumedAfter(reports.NotRun), ended(0, reports.Pass), finished), 0, ""},
		{"two parts merged", []journal.Entry{
			opened("1"), started("a"), finished, resumed, opened("1"), started("b"),
			finished,
		}, 0, ""},
		{"a second end", []journal.Entry{opened("1"), finished, finished}, 4, "the run finished a second time"},
		{
			"a result that outdoes another",
			[]journal.Entry{opened("1"), started("a"), ended(0, reports.Fail), started("a"), ended(0, reports.Pass)},
			6,
			"spec a ended as pass, and as fail before",
		},
		{
			"so after a break", append(resumedAfter(reports.Fail), ended(0, reports.Unsupported)), 9,
			"as fail before",
		},
		{
			"a verdict taken back",
			[]journal.Entry{opened("1"), started("a"), ended(0, reports.Fail), ended(0, reports.NotRun), resumed},
			5,
			"as fail before",
		},
		{
			"another file of the provider",
			[]journal.Entry{
				opened("1"),
				{Kind: journal.Opened, Target: &journal.Target{ProviderVersion: "1", ProviderSHA256: "x"}},
			},
			3,
			"the file of the provider changed",
		},
		{
			"a result waived in advance",
			[]journal.Entry{opened("1"), started("a"), ended(0, reports.Waived)},
			4,
			"spec a ended as waived",
		},
		{
			"a result from nowhere",
			[]journal.Entry{opened("1"), started("b"), ended(0, reports.Pass)},
			4,
			"spec a ended and had not started",
		},
		{"a result of no provider", []journal.Entry{started("a"), ended(0, reports.Pass)}, 3, "had not started"},
		{
			"another provider",
			[]journal.Entry{opened("1"), opened("2")},
			3,
			`the provider changed during the run: version "2"`,
		},
		{
			"something after the end",
			[]journal.Entry{opened("1"), finished, started("a")},
			4,
			"started after the run had finished",
		},
	} {
		path := written(t, c.entries...)
		_, everywhere := journal.Read(path)
		e, err := Read(path)
		if (everywhere == nil) != (err == nil) {
			t.Errorf("%s: evidence %v, and whoever else reads it %v", c.name, err, everywhere)
		}
		if c.line == 0 {
			if err != nil || e.Run == nil || len(e.Plan) != 2 || e.Plan[1].Requirements[1] != "c" {
				t.Errorf("%s: %+v, %v", c.name, e, err)
			}
			continue
		}
		damage := (*journal.DamageError)(nil)
		if !errors.As(err, &damage) || damage.Line != c.line || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; want line %d, %q", c.name, err, c.line, c.says)
		}
	}
}

func TestJournalsThatAreNone(t *testing.T) {
	path := written(t, opened("1"), started("a"))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		line int
	}{
		{"", 1},
		{"{}\n", 1},
		{string(text[:len(text)-1]), 3},
		{string(text) + "{}\n", 4},
		{string(text) + "\x00", 4},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Read(path)
		damage := (*journal.DamageError)(nil)
		if !errors.As(err, &damage) || damage.Line != c.line {
			t.Errorf("%.40q…: %v, want line %d", c.text, err, c.line)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "nosuch")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
