package trend

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ndconform/ndconform/internal/look"
	"github.com/ndconform/ndconform/reports"
)

const attack = `</style></svg><script>document.title='broken'</script>` + "\x1b[31m"

// run is a run of a day, with the verdicts of specs a, b, and so on.
func run(day int, verdicts ...reports.Verdict) *reports.Run {
	r := &reports.Run{
		Started: time.Date(2026, 3, day, 2, 0, 0, 0, time.UTC), Seconds: float64(day), Provider: "acme",
		Seed: int64(day),
	}
	r.Environment.ProviderVersion = "9." + strconv.Itoa(day)
	for i, v := range verdicts {
		r.Specs = append(r.Specs, reports.Spec{ID: string(rune('a' + i)), Verdict: v})
	}
	return r
}

const (
	p = reports.Pass
	f = reports.Fail
	n = reports.NotRun
)

// history is a trend in which b and c break and are mended alike, and d breaks.
func history() *Trend {
	cut := run(4, p, n, n, n)
	cut.Incomplete = "interrupted " + attack
	list := []*reports.Run{run(5, p, p, p, f), run(1, p, p, p, p), run(2, p, f, f, p), run(3, p, p, p, p), cut}
	other := run(6, p)
	other.Provider, other.Shard = attack, "1/2"
	list = append(list, other)
	var runs []Run
	for i, r := range list {
		runs = append(runs, Of(fmt.Sprintf("nightly/%d.journal", i), r), Of(fmt.Sprintf("nightly/%d.json", i), r))
	}
	return New(runs, []string{"nightly/x.journal:1: not a journal: " + attack})
}

// TestTrend shows that runs are in the order of time, each once and only with its like, and that specs that changed
// alike are one change.
func TestTrend(t *testing.T) {
	h := history()
	if len(h.Series) != 2 || len(h.Series[1].Runs) != 5 || h.Series[0].Selection != "--shard=1/2" {
		t.Fatalf("%+v", h.Series)
	}
	var got []string
	for _, c := range h.Series[1].Changes {
		got = append(got, strings.Join(c.Specs, ",")+": "+c.words())
	}
	want := "d: pass → fail on 2026-03-05 (run 5)\nb,c: pass → fail on 2026-03-02 (run 2) → pass on 2026-03-03 (run 3)"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("the changes are\n%s\nwant\n%s", s, want)
	}
}

// TestWrites shows that each form has what matters, and that nothing a provider said is more than text.
func TestWrites(t *testing.T) {
	h := history()
	page, err := HTML(h)
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string][]byte{"text": Text(h), "page": page} {
		for _, want := range []string{
			"acme", "pass → fail on 2026-03-05 (run 5)", "nightly/", "incomplete", "9.4", "x.",
			"journal:1: not a journal",
		} {
			if !bytes.Contains(text, []byte(want)) {
				t.Errorf("the %s lacks %q", form, want)
			}
		}
		if bytes.Contains(text, []byte("\x1b")) || form == "page" && bytes.Contains(text, []byte("<script>doc")) {
			t.Errorf("the %s passes on what a provider said", form)
		}
	}
	text, err := JSON(h)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile("../../docs/schema/trend.schema.json")
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

// TestPlot shows that a plot has two axes with labels, a bar for each run with words, and every verdict in it however
// rare, within the box.
func TestPlot(t *testing.T) {
	few := run(1)
	few.Specs = make([]reports.Spec, 2000)
	for i := range few.Specs {
		few.Specs[i] = reports.Spec{ID: strconv.Itoa(i), Verdict: p}
	}
	few.Specs[7].Verdict, few.Specs[8].Verdict = f, reports.Error
	for name, runs := range map[string][]Run{
		"rare": {Of("one", few)}, "empty": {Of("one", run(1))}, "a timeless one": {Of("one", &reports.Run{})},
		"some": history().Series[1].Runs,
	} {
		p, _ := plotOf(runs, name)
		if len(p.Y.Labels) < 2 || len(p.Z.Labels) < 2 || p.Z.Title == "" || len(p.X.Labels) == 0 || len(p.Bars) != len(runs) {
			t.Errorf("%s: %+v", name, p)
		}
		for i, bar := range p.Bars {
			if len(bar.Rects) != len(runs[i].Count) || !strings.Contains(bar.Title, "took") {
				t.Errorf("%s: %d verdicts are drawn of %v: %s", name, len(bar.Rects), runs[i].Count, bar.Title)
			}
			for _, part := range bar.Rects {
				y, h := number(t, part.Y), number(t, part.Height)
				if y < p.Top-0.2 || y+h > p.Bottom+0.2 || h < least(reports.Verdict(part.Class))-0.1 {
					t.Errorf("%s: %s is drawn from %v, %v high", name, part.Class, y, h)
				}
			}
		}
	}
}

// TestDatesAreDistinct shows that no two runs have one label, however soon they follow one another.
func TestDatesAreDistinct(t *testing.T) {
	for apart, want := range map[time.Duration]string{
		48 * time.Hour: "3 Mar 2026", 2 * time.Hour: "1 Mar 04:00", 2 * time.Second: "02:00:02", 0: "run 2",
	} {
		first, second := run(1, p), run(1, f)
		second.Started = first.Started.Add(apart)
		labels := datesOf(0, []Run{Of("one", first), Of("two", second)}, 100, 1)
		if labels[1].Text != want || labels[0].Text == labels[1].Text {
			t.Errorf("%v apart: %v", apart, labels)
		}
	}
}

// TestLastRun shows that a trend says how its last run went.
func TestLastRun(t *testing.T) {
	const when = "the last run, on 2 March 2026, 02:00 UTC: "
	cut := run(2, p, n)
	cut.Incomplete = "interrupted"
	for want, last := range map[string]*reports.Run{
		"2 of 3 specs broken": run(2, f, reports.Error, p), "nothing is broken": run(2, p, reports.Warn),
		"nothing was judged": run(2, reports.Unsupported, n), "incomplete": cut,
	} {
		if got := (Series{Runs: []Run{Of("one", run(1, f)), Of("two", last)}}).lastWords(); got != when+want {
			t.Errorf("%s", got)
		}
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestManyRuns shows that a long history makes a page of bounded size that says what it left out.
func TestManyRuns(t *testing.T) {
	var runs []Run
	for i := range 1500 {
		r := run(1, p, f)
		r.Started = r.Started.Add(time.Duration(i) * time.Hour)
		runs = append(runs, Of("n", r))
	}
	page, err := HTML(New(runs, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1,100 older ones are left out of it", "500 more are left out here"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if len(page) > 1<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
}

// TestOnScreens shows the page to a browser.
func TestOnScreens(t *testing.T) {
	page, err := HTML(history())
	if err != nil {
		t.Fatal(err)
	}
	_, svg, _ := strings.Cut(string(page), `<svg class="chart"`)
	svg, _, _ = strings.Cut(svg, "</svg>")
	for d := xml.NewDecoder(strings.NewReader("<svg" + svg + "</svg>")); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the plot is no XML: %v", err)
		}
	}
	files := map[string][]byte{"index.html": page}
	said := look.At(t, files, look.View{Address: "index.html", Width: 390, Script: look.TooWide},
		look.View{Address: "index.html", Width: 1440, Script: look.TooWide},
		look.View{Address: "index.html", Width: 1440, Script: look.Outline})
	for i, got := range said {
		if got != "" {
			t.Errorf("view %d: %s", i, got)
		}
	}
}
