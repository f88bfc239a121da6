package compare

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// sharedCauses are two runs between which three specs broke in the same way, two were not run
// because of that, one broke in another way, and one was broken before.
func sharedCauses(t *testing.T) *Comparison {
	t.Helper()
	old := map[string]reports.Verdict{"f.before": reports.Fail}
	new := map[string]reports.Verdict{"f.before": reports.Fail}
	for id, v := range map[string]reports.Verdict{
		"a.first": reports.Fail, "a.second": reports.Fail, "a.third": reports.Fail,
		"b.one": reports.NotRun, "b.two": reports.NotRun, "c.alone": reports.Fail, "d.vain": reports.NotRun,
		"e.vain": reports.NotRun,
	} {
		old[id], new[id] = reports.Pass, v
	}
	was, is := run(1, old), run(2, new)
	for i, id := range []string{"a.first", "a.second", "a.third"} {
		spec(is, id).Message = fmt.Sprintf("queue %d <is> full", i)
		spec(is, id).Findings = nil
	}
	for _, id := range []string{"b.one", "b.two"} {
		spec(is, id).CauseSpec = "a.first"
	}
	for _, id := range []string{"d.vain", "e.vain"} {
		spec(is, id).CauseSpec = "f.before"
	}
	is.FailedPrerequisites = []reports.FailedPrerequisite{{
		Prerequisite: "opening an adapter",
		Spec:         *spec(is, "f.before"),
	}}
	spec(was, "f.before").Message, spec(is, "f.before").Message = "no adapter", "no adapter"
	spec(is, "c.alone").Message = "something else"
	slices.SortFunc(is.Specs, func(a, b reports.Spec) int { return strings.Compare(a.ID, b.ID) })
	c, err := Compare(Side{Name: "old", Runs: []*reports.Run{was}}, Side{Name: "new", Runs: []*reports.Run{is}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCauses groups regressions by what they have in common, and leaves a regression alone if it shares nothing.
func TestCauses(t *testing.T) {
	c := sharedCauses(t)
	var got []string
	for _, one := range c.Causes {
		got = append(got, fmt.Sprint(one.Spec, " ", one.Found, one.NotRun))
	}
	slices.Sort(got)
	want := []string{"a.first [a.first a.second a.third] [b.one b.two]", "f.before [] [d.vain e.vain]"}
	if !slices.Equal(got, want) {
		t.Errorf("the causes are %q, want %q", got, want)
	}
	text, err := JSON(c)
	if err != nil {
		t.Fatal(err)
	}
	conforms(t, text)
}

// TestCausesOnThePage shows that each regression is on the page once, under its cause.
func TestCausesOnThePage(t *testing.T) {
	page, err := HTML(sharedCauses(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a.first", "a.second", "a.third", "b.one", "b.two", "c.alone", "d.vain", "e.vain"} {
		if n := bytes.Count(page, []byte(` id="spec=`+id+`"`)); n != 1 {
			t.Errorf("%s is on the page %d times", id, n)
		}
	}
	for _, want := range []string{
		"<h3>queue 0 &lt;is&gt; full</h3>", "3 regressions found this; 2 specs were not run because of it",
		"2 other regressions that found this",
		"2 specs not run because of it", "was broken before", "Each for its own reason",
	} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := bytes.Count(page, []byte("queue 0 &lt;is&gt; full")); n != 1 {
		t.Errorf("what the first one says is there %d times", n)
	}
}

// TestCausesInText shows that the text and the summary have each regression once, under its cause,
// and what the regressions of a cause say once.
func TestCausesInText(t *testing.T) {
	c := sharedCauses(t)
	golden(t, "causes.txt", Text(c))
	golden(t, "causes.md", Markdown(c))
	for name, text := range map[string][]byte{"text": Text(c), "summary": Markdown(c)} {
		for _, id := range []string{"a.first", "a.second", "a.third", "b.one", "b.two", "c.alone", "d.vain", "e.vain"} {
			if n := len(regexp.MustCompile(`(REGRESSION |<code>|it: |, )`+id+`\b`).FindAll(text, -1)); n != 1 {
				t.Errorf("the %s has %s %d times", name, id, n)
			}
		}
		if n := bytes.Count(text, []byte("queue 0")); n != 1 {
			t.Errorf("the %s has what the first one says %d times", name, n)
		}
	}
}

// TestWhatComesFirst shows that a regression which has its cause for itself is listed where the new
// run has it if many others come after it, which may well follow from it.
func TestWhatComesFirst(t *testing.T) {
	was := run(1, map[string]reports.Verdict{
		"a.alone": reports.Pass, "b.many": reports.Pass, "c.vain": reports.Pass,
		"d.vain": reports.Pass, "e.alone": reports.Pass,
	})
	is := run(2, map[string]reports.Verdict{
		"a.alone": reports.Fail, "b.many": reports.Fail, "c.vain": reports.NotRun,
		"d.vain": reports.NotRun, "e.alone": reports.Fail,
	})
	spec(is, "a.alone").Message, spec(is, "a.alone").ProbeRank = "the wrong port", 1
	spec(is, "b.many").Message, spec(is, "b.many").ProbeRank = "refused", 2
	spec(is, "c.vain").CauseSpec, spec(is, "d.vain").CauseSpec = "b.many", "b.many"
	c, err := Compare(Side{Name: "old", Runs: []*reports.Run{was}}, Side{Name: "new", Runs: []*reports.Run{is}})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Causes) != 2 || c.Causes[0].Spec != "a.alone" || c.Causes[1].Spec != "b.many" {
		t.Errorf("%+v", c.Causes)
	}
	if want := "5 regressed by 3 causes,"; !strings.Contains(c.Summary(), want) {
		t.Errorf("%s", c.Summary())
	}
}
