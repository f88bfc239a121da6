package compare

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
)

var update = flag.Bool("update", false, "write the golden files anew")

// run makes a run of specs whose verdicts are given by id.
func run(day int, verdicts map[string]reports.Verdict) *reports.Run {
	r := &reports.Run{
		Started: time.Date(2026, 3, day, 12, 0, 0, 0, time.UTC), Seconds: 1, Provider: "acme,device=acme0", Seed: int64(day),
		Environment: reports.Environment{
			Program: "ndconform", Version: "1.2.3", ProviderVersion: fmt.Sprintf("9.%d", day),
			OS: "linux",
		},
	}
	for id, v := range verdicts {
		r.Specs = append(r.Specs,
			reports.Spec{ID: id, Title: "does what " + id + " says", Requirements: []string{id}, Verdict: v, Seconds: 0.01})
	}
	return r
}

func spec(r *reports.Run, id string) *reports.Spec {
	for i := range r.Specs {
		if r.Specs[i].ID == id {
			return &r.Specs[i]
		}
	}
	panic(id)
}

// everyChange is a comparison that has each class of change, and text that no
// writer may pass on as it is.
func everyChange(t *testing.T) *Comparison {
	t.Helper()
	old := map[string]reports.Verdict{
		"a.broke": reports.Pass, "a.crashed": reports.Warn, "a.unclaimed": reports.Pass, "b.mended": reports.Error,
		"c.waived": reports.Fail, "d.fails": reports.Fail, "e.slow": reports.Pass, "f.gone": reports.Fail,
		"g.same": reports.Pass,
	}
	new := map[string]reports.Verdict{
		"a.broke": reports.Fail, "a.crashed": reports.Error, "a.unclaimed": reports.Unsupported, "b.mended": reports.Pass,
		"c.waived": reports.Waived, "d.fails": reports.Fail, "e.slow": reports.Pass, "h.new": reports.Unobservable,
		"g.same":    reports.Pass,
		"i.unknown": reports.Fail,
	}
	first, was, is := run(1, old), run(2, old), run(3, new)
	spec(first, "g.same").Verdict = reports.Fail
	spec(is,
		"a.broke").Message = "expected: to return ND_SUCCESS\nseen:     ND_CANCELED\x1b[31m " +
		"</pre><script>alert(1)</script> `x` [a](b)"
	spec(was, "d.fails").Message, spec(is, "d.fails").Message = "seen: ND_CANCELED", "seen: ND_IO_TIMEOUT"
	spec(is, "e.slow").Seconds = 2.5
	is.Strict, is.Environment.Suite, is.Incomplete = true, strings.Repeat("5", 64), "interrupted by SIGTERM"
	c, err := Compare(Side{Name: "nightly", Runs: []*reports.Run{first, was}},
		Side{Name: "new.journal", Runs: []*reports.Run{is}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// nothing is a comparison of a run with itself.
func nothing(t *testing.T) *Comparison {
	t.Helper()
	r := run(1, map[string]reports.Verdict{"a": reports.Pass, "b": reports.Fail})
	c, err := Compare(Side{Name: "a.json", Runs: []*reports.Run{r}}, Side{Name: "b.json", Runs: []*reports.Run{r}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestGolden(t *testing.T) {
	for name, c := range map[string]*Comparison{"every-change": everyChange(t), "nothing": nothing(t)} {
		page, err := HTML(c)
		if err != nil {
			t.Fatal(err)
		}
		text, err := JSON(c)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name+".html", bare(t, page))
		golden(t, name+".json", text)
		golden(t, name+".txt", Text(c))
		golden(t, name+".md", Markdown(c))
		conforms(t, text)
		if bytes.Contains(page, []byte("<script>alert")) || bytes.ContainsAny(Text(c), "\x1b") {
			t.Errorf("%s: what a provider said is more than text", name)
		}
	}
}

var hashes = regexp.MustCompile(`sha256-(?:[A-Za-z0-9/=]|&#43;)*&#39;`)

// bare leaves out of a page the style that all pages have, so that a golden file
// shows what this one has.
func bare(t *testing.T, page []byte) []byte {
	t.Helper()
	if bytes.Count(page, []byte(frame.Style())) != 1 {
		t.Fatal("the page does not hold the common style once")
	}
	return hashes.ReplaceAll(bytes.Replace(page, []byte(frame.Style()), []byte("/* style.css */"), 1),
		[]byte("sha256-…&#39;"))
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what was written; see the difference with -update. Got:\n%s", path, got)
	}
}

func conforms(t *testing.T, text []byte) {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile("../../docs/schema/comparison.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil {
		t.Error(err)
	}
}

// TestClasses has each pair of verdicts that a spec may go through.
func TestClasses(t *testing.T) {
	const none = reports.Verdict("")
	want := map[[2]reports.Verdict]Class{
		{none, reports.Fail}: Regression, {none, reports.Error}: Regression,
		{reports.Waived, reports.Fail}: Regression, {reports.Waived, reports.Error}: Regression,
		{reports.Pass, none}: Regression, {reports.Warn, none}: Regression,
	}
	good := []reports.Verdict{reports.Pass, reports.Warn}
	open := []reports.Verdict{reports.Unsupported, reports.Unobservable, reports.NotRun}
	bad := []reports.Verdict{reports.Fail, reports.Error}
	for _, b := range bad {
		for _, o := range append(open, good...) {
			want[[2]reports.Verdict{o, b}] = Regression
		}
		want[[2]reports.Verdict{reports.NotRun, b}] = Verdict // it has never been judged
		for _, g := range good {
			want[[2]reports.Verdict{b, g}] = Repaired
		}
	}
	for _, g := range good {
		want[[2]reports.Verdict{reports.Waived, g}] = Repaired
		for _, o := range open {
			want[[2]reports.Verdict{g, o}] = Regression
		}
	}
	all := append(reports.Verdicts(), none)
	for _, old := range all {
		for _, new := range all {
			class := want[[2]reports.Verdict{old, new}]
			if class == "" {
				class = otherwise(old, new)
			}
			if got := classOf(t, old, new); got != class {
				t.Errorf("%q → %q is %q, want %q", old, new, got, class)
			}
		}
	}
}

func otherwise(old, new reports.Verdict) Class {
	switch {
	case old == new:
		return ""
	case old == "":
		return New
	case new == "":
		return Gone
	}
	return Verdict
}

func classOf(t *testing.T, old, new reports.Verdict) Class {
	t.Helper()
	verdicts := func(v reports.Verdict) map[string]reports.Verdict {
		if v == "" {
			return map[string]reports.Verdict{"other": reports.Pass}
		}
		return map[string]reports.Verdict{"other": reports.Pass, "x": v}
	}
	c, err := Compare(Side{Name: "old", Runs: []*reports.Run{run(1, verdicts(old))}},
		Side{Name: "new", Runs: []*reports.Run{run(2, verdicts(new))}})
	if err != nil {
		t.Fatal(err)
	}
	switch len(c.Changes) {
	case 0:
		return ""
	case 1:
		return c.Changes[0].Class
	}
	t.Fatalf("%q → %q: %v", old, new, c.Changes)
	return ""
}

func TestLeftOutOnPurpose(t *testing.T) {
	old := run(1, map[string]reports.Verdict{"cq.notify.nd-pending": reports.Pass, "qp.send.nd-success": reports.Pass})
	for name, c := range map[string]struct {
		leave func(*reports.Run)
		want  int
	}{
		"nothing":         {func(*reports.Run) {}, 1},
		"another filter":  {func(r *reports.Run) { r.Filters = []string{"qp.*"} }, 0},
		"its filter":      {func(r *reports.Run) { r.Filters = []string{"cq.*"} }, 1},
		"another profile": {func(r *reports.Run) { r.Profiles = []string{"srq"} }, 0},
		"its profile":     {func(r *reports.Run) { r.Profiles = []string{"core"} }, 1},
		"a shard":         {func(r *reports.Run) { r.Shard = "1/2" }, 0},
	} {
		new := run(2, map[string]reports.Verdict{"qp.send.nd-success": reports.Pass})
		c.leave(new)
		got, err := Compare(Side{Name: "old", Runs: []*reports.Run{old}}, Side{Name: "new", Runs: []*reports.Run{new}})
		if err != nil || len(got.Of(Regression)) != c.want || len(got.Of(Gone)) != 1-c.want {
			t.Errorf("%s: %v, %v", name, got.Changes, err)
		}
	}
}

func TestMessagesWithoutAccidents(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"at 0xc0001234 after 3.2ms", "at 0xc0009999 after 12ms", true},
		{"127.0.0.1:4711 refused\n  it", "127.0.0.1:815 refused it", true},
		{"goroutine 7 [running] qp.go:12", "goroutine 19 [running] qp.go:15", true},
		{"seen: ND_INVALID_PARAMETER_6", "seen: ND_INVALID_PARAMETER_5", false},
		{"3 results", "4 results", false},
	} {
		if got := essence(c.a) == essence(c.b); got != c.same {
			t.Errorf("%q and %q: same %v, want %v", c.a, c.b, got, c.same)
		}
	}
}

func TestNothingToCompare(t *testing.T) {
	one := Side{Name: "one", Runs: []*reports.Run{run(1, nil)}}
	for _, sides := range [][2]Side{{{}, one}, {one, {}}} {
		if _, err := Compare(sides[0], sides[1]); !errors.Is(err, ErrEmpty) {
			t.Errorf("the error is %v", err)
		}
	}
}

// TestRoom shows that the page and the summary of a run in which everything broke
// stay small enough to be shown.
func TestRoom(t *testing.T) {
	old, new := map[string]reports.Verdict{}, map[string]reports.Verdict{}
	for i := range 3000 {
		id := fmt.Sprintf("spec.number-%04d", i)
		old[id], new[id] = reports.Pass, reports.Fail
	}
	is := run(2, new)
	for i := range is.Specs {
		is.Specs[i].Message = strings.Repeat("<", 1<<10)
	}
	c, err := Compare(Side{Name: "old", Runs: []*reports.Run{run(1, old)}}, Side{Name: "new", Runs: []*reports.Run{is}})
	if err != nil {
		t.Fatal(err)
	}
	page, err := HTML(c)
	if err != nil || len(page) > 8<<20 || !bytes.Contains(page, []byte("1,000 more are left out")) {
		t.Errorf("the page has %d bytes, %v", len(page), err)
	}
	text := Markdown(c)
	if len(text) > document.MarkdownMost+1<<10 || !bytes.Contains(text, []byte("Left out for want of room")) {
		t.Errorf("the summary has %d bytes", len(text))
	}
}

// TestWhatWasNotRun shows that an unchanged provider is no regression: which specs are not run
// because of what others found may depend on the order.
func TestWhatWasNotRun(t *testing.T) {
	all := func(cause, other, third reports.Verdict) *reports.Run {
		r := run(1, map[string]reports.Verdict{"a.cause": cause, "b.other": other, "c.third": third})
		for i := range r.Specs {
			if r.Specs[i].Verdict == reports.NotRun {
				r.Specs[i].CauseSpec, r.Specs[i].Message = "a.cause", "not run: connecting fails"
			}
		}
		return r
	}
	falls := func(r *reports.Run) *reports.Run {
		r.FailedPrerequisites = []reports.FailedPrerequisite{{Prerequisite: "connecting", Spec: *spec(r, "a.cause")}}
		return r
	}
	fail, pass, notrun := reports.Fail, reports.Pass, reports.NotRun
	for name, c := range map[string]struct {
		was, is          *reports.Run
		regressed, still int
	}{
		"not run, then broken":                    {all(fail, notrun, pass), all(fail, fail, pass), 0, 0},
		"not run, then held":                      {all(fail, notrun, pass), all(fail, pass, pass), 0, 0},
		"not run, twice":                          {all(fail, notrun, notrun), all(fail, notrun, notrun), 0, 2},
		"held, then not run of what was known":    {all(fail, pass, notrun), all(fail, notrun, notrun), 0, 1},
		"held, then not run of a known one's":     {falls(all(fail, pass, notrun)), falls(all(fail, notrun, notrun)), 0, 1},
		"held, then not run since one fails now":  {all(pass, pass, pass), all(fail, notrun, notrun), 3, 0},
		"held, then not run since more fails now": {all(fail, pass, pass), falls(all(fail, notrun, notrun)), 2, 0},
		"held, then broken":                       {all(fail, pass, notrun), all(fail, fail, notrun), 1, 1},
	} {
		got, err := Compare(Side{Name: "old", Runs: []*reports.Run{c.was}}, Side{Name: "new", Runs: []*reports.Run{c.is}})
		if err != nil || len(got.Of(Regression)) != c.regressed || got.StillNotRun != c.still {
			t.Errorf("%s: %d regressed, %d still not run: %v, %v", name, len(got.Of(Regression)), got.StillNotRun, got.Changes,
				err)
		}
	}
}
