package command

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/reports"
)

// What a second interrupt waits for is held while reports are written, and not after.
func TestReportsAreWrittenWhole(t *testing.T) {
	var j job
	free := func() bool {
		ok := j.writing.TryLock()
		if ok {
			j.writing.Unlock()
		}
		return ok
	}
	format := func(*reports.Run) ([]byte, error) {
		if free() {
			t.Error("an interrupt may cut this report in two")
		}
		return []byte("whole"), nil
	}
	j.files = output.Files{{Flag: "json-report", Path: filepath.Join(t.TempDir(), "r.json"), Format: format}}
	if err := j.files.Open(); err != nil {
		t.Fatal(err)
	}
	for _, final := range []bool{false, true} {
		if errs := j.report(&reports.Run{}, final); len(errs) > 0 {
			t.Fatal(errs)
		}
		if !free() {
			t.Fatal("an interrupt waits forever")
		}
	}
	if err := j.files.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestUnwrittenReports shows that each report that could not be written is told of, whether that
// was before the run or after it, and once if it was both.
func TestUnwrittenReports(t *testing.T) {
	const before, after = "before", "after"
	for name, c := range map[string]struct {
		fails map[string][]string // of a flag, when it could not be written
		want  string
	}{
		"never":       {nil, ""},
		"one, before": {map[string][]string{"badge": {before}}, "--badge: full"},
		"one, after":  {map[string][]string{"badge": {after}}, "--badge: full"},
		"one, twice":  {map[string][]string{"badge": {before, after}}, "--badge: full"},
		"another, after": {
			map[string][]string{"badge": {before}, "json-report": {after}},
			"--badge: full\n--json-report: full",
		},
		"both, twice": {
			map[string][]string{"badge": {before, after}, "json-report": {before, after}},
			"--badge: full\n--json-report: full",
		},
	} {
		now := before
		j := job{
			teller: teller{app: new(app), quiet: true}, flags: &runFlags{quiet: true},
			record: &record{File: new(output.File)},
		}
		for _, flag := range []string{"badge", "json-report"} {
			j.files = append(j.files,
				&output.File{Flag: flag, Path: filepath.Join(t.TempDir(), flag), Format: func(*reports.Run) ([]byte, error) {
					if slices.Contains(c.fails[flag], now) {
						return nil, errors.New("full")
					}
					return []byte("written"), nil
				}})
		}
		if err := j.files.Open(); err != nil {
			t.Fatal(err)
		}
		run := new(reports.Run)
		j.early = j.report(run, false)
		now = after
		err := j.finish(run, nil)
		if c.want == "" {
			if err != nil && strings.Contains(err.Error(), "full") {
				t.Errorf("%s: %v", name, err)
			}
		} else if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
