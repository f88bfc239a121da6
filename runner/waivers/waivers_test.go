package waivers

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

const good = `# known defects
waivers:
  - id: qp.send.*
    provider: mlx
    version: "1.*"
    reason: sends twice
    link: https://example.com/17
    expires: 2026-12-31
  - {id: cq.notify.nd-pending, provider: mlx, reason: late, link: "http://example.com", expires: "2026-01-01"}
`

func read(t *testing.T, text string) ([]Waiver, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "w.yaml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	list, _, err := Read(path)
	return list, err
}

func TestRead(t *testing.T) {
	list, err := read(t, good)
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	want := Waiver{
		ID: "qp.send.*", Provider: "mlx", Version: "1.*", Reason: "sends twice", Link: "https://example.com/17",
		Expires: "2026-12-31", Line: 3,
	}
	if list[0] != want || list[1].Line != 9 {
		t.Errorf("%+v", list)
	}
	if list, err := read(t, "waivers: []\n"); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// FuzzRead shows that whatever is read as waivers can be put to use, and that what is not is told
// with its file.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		good, "", "waivers:", "waivers: [{id: \"[\"}]", "waivers: &a [*a]",
		"a: b\nwaivers: []",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := parseText("w.yaml", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "w.yaml:") {
				t.Errorf("%v names no file", err)
			}
			return
		}
		run := &reports.Run{
			Provider: "mlx",
			Specs:    []reports.Spec{{ID: "qp.send.a", Verdict: reports.Fail}, {ID: "b", Verdict: reports.Pass}},
		}
		Apply(list, run)
		if run.Specs[1].Verdict != reports.Pass {
			t.Error("a waiver changes what passed")
		}
	})
}

func TestMalformed(t *testing.T) {
	for name, c := range map[string]struct{ old, new, says string }{
		"no YAML":     {"waivers:", "waivers", "w.yaml: line "},
		"another key": {"waivers:", "waiver:", "w.yaml:2: a waiver file must have one key"},
		"no list":     {good, "waivers: 3", "w.yaml:1: waivers is not a list"},
		"empty":       {good, "", "w.yaml:1: an empty file"},
		"no mapping":  {good, "waivers:\n  - x\n", "w.yaml:2: a waiver has the keys id, provider"},
		"an unknown key": {
			"reason: sends", "raeson: sends",
			`w.yaml:6: unknown key "raeson"; known keys: id, provider, version, reason, link, expires`,
		},
		"a key twice":         {`version: "1.*"`, "provider: mlx", "w.yaml:5: key provider is given twice"},
		"no reason":           {"    reason: sends twice\n", "", "w.yaml:3: a waiver without reason"},
		"an empty reason":     {"reason: sends twice", "reason: ''", "w.yaml:6: reason is no text"},
		"a list for a text":   {"reason: sends twice", "reason: [a]", "w.yaml:6: reason is no text"},
		"a malformed pattern": {"qp.send.*", "'qp.[send'", "w.yaml:3: id: syntax error in pattern"},
		"a malformed link": {
			"https://example.com/17", "ticket 17",
			`w.yaml:7: link: "ticket 17" is not an http or https address`,
		},
		"a malformed day": {"2026-12-31", "31.12.2026", `w.yaml:8: expires: "31.12.2026" is not a day of the form`},
	} {
		_, err := read(t, strings.Replace(good, c.old, c.new, 1))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := Read("no/such/file"); err == nil {
		t.Error("a missing file: no error")
	}
}

func TestApply(t *testing.T) {
	waiver := func(id string, change ...func(*Waiver)) Waiver {
		w := Waiver{ID: id, Provider: "mlx", Reason: "known", Link: "https://example.com/1", Expires: "2026-03-01"}
		for _, c := range change {
			c(&w)
		}
		return w
	}
	for _, c := range []struct {
		name    string
		waiver  Waiver
		verdict reports.Verdict
		want    reports.Verdict
		problem string // none: the waiver is not about the provider
	}{
		{"on its last day", waiver("a.b"), reports.Fail, reports.Waived, ""},
		{"by a pattern", waiver("a.*"), reports.Fail, reports.Waived, ""},
		{"by a requirement", waiver("r.s"), reports.Fail, reports.Waived, ""},
		{"in a version", waiver("a.b", func(w *Waiver) { w.Version = "1.*" }), reports.Fail, reports.Waived, ""},
		{"in another version", waiver("a.b", func(w *Waiver) { w.Version = "2.*" }), reports.Fail, reports.Fail, "none"},
		{"of another provider", waiver("a.b", func(w *Waiver) { w.Provider = "ml" }), reports.Fail, reports.Fail, "none"},
		{"expired", waiver("a.b", func(w *Waiver) {
			w.Expires = "2026-02-28"
		}), reports.Fail, reports.Fail, "expired on 2026-02-28"},
		{"an error", waiver("a.b"), reports.Error, reports.Error, ""},
		{"unmatched", waiver("x.y"), reports.Fail, reports.Fail, "matches no spec"},
		{"not needed", waiver("a.b"), reports.Pass, reports.Pass, "is not needed: a.b passed"},
		{"not needed, with a warning", waiver("a.b"), reports.Warn, reports.Warn, "is not needed: a.b passed"},
		{"not judged", waiver("a.b"), reports.Unsupported, reports.Unsupported, ""},
	} {
		run := &reports.Run{
			Started: time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC), Provider: "mlx,device=0",
			Environment: reports.Environment{ProviderVersion: "1.2"},
			Specs:       []reports.Spec{{ID: "a.b", Requirements: []string{"a.b", "r.s"}, Verdict: c.verdict, Message: "seen"}},
		}
		run.Waivers = Apply([]Waiver{c.waiver}, run)
		if run.Specs[0].Verdict != c.want {
			t.Errorf("%s: %s, want %s", c.name, run.Specs[0].Verdict, c.want)
		}
		if c.want == reports.Waived && run.Specs[0].Message != "known (https://example.com/1, until 2026-03-01)\nseen" {
			t.Errorf("%s: %q", c.name, run.Specs[0].Message)
		}
		if c.problem == "none" {
			if len(run.Waivers) != 0 {
				t.Errorf("%s: %+v", c.name, run.Waivers)
			}
			continue
		}
		if got := run.Waivers[0].Problem(false); got != c.problem {
			t.Errorf("%s: problem %q, want %q", c.name, got, c.problem)
		}
	}
}

// A waiver of a requirement covers a spec of another one in which the judge saw that one broken, and nothing else is
// wrong.
func TestWaiverOfWhatTheJudgeSaw(t *testing.T) {
	judged := finding.Finding{Rule: finding.Rule{ID: "r.s"}, Judged: true}
	for _, c := range []struct {
		found []finding.Finding
		want  reports.Verdict
	}{
		{[]finding.Finding{judged, judged}, reports.Waived},
		{[]finding.Finding{judged, {Says: "another thing"}}, reports.Fail},
		{[]finding.Finding{{Rule: judged.Rule}}, reports.Fail},
		{nil, reports.Fail},
	} {
		run := &reports.Run{
			Started: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Provider: "mlx",
			Specs: []reports.Spec{{ID: "a.b", Requirements: []string{"a.b"}, Verdict: reports.Fail, Findings: c.found}},
		}
		list := []Waiver{{ID: "r.s", Provider: "mlx", Reason: "known", Link: "https://example.com/1", Expires: "2026-03-01"}}
		if Apply(list, run); run.Specs[0].Verdict != c.want {
			t.Errorf("%v: %s, want %s", c.found, run.Specs[0].Verdict, c.want)
		}
	}
}

// A waiver of a requirement covers all of its variants.
func TestApplyToSeveral(t *testing.T) {
	const pass, warn, fail = reports.Pass, reports.Warn, reports.Fail
	for _, c := range []struct {
		name     string
		expires  string
		verdicts []reports.Verdict
		waived   int
		problem  string
	}{
		{"the first fails", "2026-03-01", []reports.Verdict{fail, pass}, 1, ""},
		{"the last fails", "2026-03-01", []reports.Verdict{pass, warn, fail}, 1, ""},
		{"two fail", "2026-03-01", []reports.Verdict{fail, pass, fail}, 2, ""},
		{"one crashes", "2026-03-01", []reports.Verdict{pass, reports.Error}, 0, ""},
		{"one is waived already", "2026-03-01", []reports.Verdict{pass, reports.Waived}, 0, ""},
		{"one was not run", "2026-03-01", []reports.Verdict{pass, reports.NotRun}, 0, ""},
		{"none fails", "2026-03-01", []reports.Verdict{pass, warn}, 0, "is not needed: r.s, r.s/1 passed"},
		{
			"no judged spec fails", "2026-03-01",
			[]reports.Verdict{reports.Unsupported, pass, reports.Unobservable},
			0,
			"is not needed: r.s/1 passed",
		},
		{"none is judged", "2026-03-01", []reports.Verdict{reports.Unsupported, reports.Unobservable}, 0, ""},
		{"expired", "2026-02-28", []reports.Verdict{pass, fail}, 0, "expired on 2026-02-28"},
	} {
		run := &reports.Run{Started: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Provider: "mlx"}
		for i, v := range c.verdicts {
			id := "r.s"
			if i > 0 {
				id += "/" + strconv.Itoa(i)
			}
			run.Specs = append(run.Specs, reports.Spec{ID: id, Requirements: []string{"r.s"}, Verdict: v})
		}
		use := Apply([]Waiver{{
			ID: "r.s", Provider: "mlx", Reason: "known", Link: "https://example.com/1",
			Expires: c.expires,
		}}, run)[0]
		if len(use.Waived) != c.waived || use.Matched != len(c.verdicts) {
			t.Errorf("%s: %+v", c.name, use)
		}
		if got := use.Problem(false); got != c.problem {
			t.Errorf("%s: problem %q, want %q", c.name, got, c.problem)
		}
	}
}

// A provider stays the same in a separate process, and with the validation layer around
// it.
func TestProvidersWithinOthers(t *testing.T) {
	w := Waiver{Provider: "verbs", Version: "rxe*"}
	for selector, of := range map[string]bool{
		"verbs,device=rxe0": true, "exec,provider=verbs,device=rxe0": true, "exec,user=nobody,provider=verbs": true,
		"watched,findings=f,inner=verbs,device=rxe0": true, "watched,inner=exec,provider=verbs": true,
		"exec,provider=ref": false, "exec": false, "watched,findings=inner=verbs": false, "ref,provider=verbs": false,
		"remote,provider=verbs": false,
	} {
		if w.Of(selector, "rxe 6.1") != of {
			t.Errorf("%s: %v", selector, !of)
		}
	}
	if w.Of("exec,provider=verbs", "siw 6.1") {
		t.Error("another version is excused")
	}
	if !(Waiver{Provider: "exec"}).Of("exec,provider=verbs", "rxe") {
		t.Error("a waiver of exec is not of exec")
	}
}
