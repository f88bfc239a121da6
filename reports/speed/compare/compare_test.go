package compare_test

import (
	"bytes"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ndconform/ndconform/internal/look"
	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/reports/speed/compare"
	"github.com/ndconform/ndconform/reports/speed/internal/sample"
)

var update = flag.Bool("update", false, "write the golden files anew")

// slower returns a report whose measurements of an op take this many times as long.
func slower(r *speed.Report, op string, times float64) *speed.Report {
	for i := range r.Measurements {
		m := &r.Measurements[i]
		if m.Op != op {
			continue
		}
		for j := range m.Samples {
			if m.LessIsBetter() {
				m.Samples[j] *= times
			} else {
				m.Samples[j] /= times
			}
		}
	}
	return r
}

// changed is the comparison of two reports in which one of everything has happened.
func changed() *compare.Comparison {
	old, now := sample.Report(1), slower(slower(sample.Report(2), "Read", 1.12), "Write", 0.8)
	find(now, "latency/send/size=4096/wait=poll").Failed = "byte 17 is wrong"
	find(now, "latency/send/size=2/wait=poll").Unsupported = "messages have at least 4 bytes"
	find(now, "latency/send/size=256/wait=poll").Unstable = "the samples spread by 30 %"
	find(now, "control/bind").Name = "control/rebind"
	last := &now.Measurements[len(now.Measurements)-1]
	last.Failed = ""
	last.Samples = slices.Clone(now.Measurements[len(now.Measurements)-2].Samples)
	now.Environment.ProviderVersion = "Acme 1.5.0"
	return compare.Compare([]*speed.Report{old}, now, nil, 0.05)
}

func find(r *speed.Report, name string) *speed.Measurement {
	i := slices.IndexFunc(r.Measurements, func(m speed.Measurement) bool { return m.Name == name })
	return &r.Measurements[i]
}

func TestForms(t *testing.T) {
	c := changed()
	for path, write := range map[string]func(*compare.Comparison) []byte{
		"testdata/changed.txt": compare.Text, "testdata/changed.md": compare.Markdown,
	} {
		got := write(c)
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
	page, err := compare.HTML(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, says := range []string{"Slower: ", "latency of Read: 21 of 21 slower", "it failed: byte 17 is wrong", "1.5.0"} {
		if !strings.Contains(string(page), says) {
			t.Errorf("the page lacks %q", says)
		}
	}
	views := []look.View{
		{Address: "page.html", Width: 1280, Script: look.TooWide},
		{Address: "page.html", Width: 360, Script: look.TooWide},
		{Address: "page.html", Width: 1280, Script: look.Outline},
	}
	for i, said := range look.At(t, map[string][]byte{"page.html": page}, views...) {
		if said != "" {
			t.Errorf("%d px wide: %s", views[i].Width, said)
		}
	}
}

func TestSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile("../../../docs/schema/speed-comparison.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, one := range map[string]*compare.Comparison{
		"changed":  changed(),
		"the same": compare.Compare([]*speed.Report{sample.Report(1)}, sample.Report(1), nil, 0.05),
		"nothing":  compare.Compare([]*speed.Report{{}}, &speed.Report{}, nil, 0.05),
	} {
		text, err := compare.JSON(one)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestClasses shows what is made of measurements that are not just faster or slower.
func TestClasses(t *testing.T) {
	c := changed()
	class := map[string]compare.Class{}
	for _, one := range c.Changes {
		class[one.Name] = one.Class
	}
	for name, want := range map[string]compare.Class{
		"latency/read/size=64/wait=poll":        compare.Regression,
		"latency/send/size=4096/wait=poll":      compare.Regression,
		"latency/send/size=2/wait=poll":         compare.Regression,
		"latency/write/size=64/wait=poll":       compare.Faster,
		"latency/send/size=256/wait=poll":       compare.Unstable,
		"control/bind":                          compare.Gone,
		"control/rebind":                        compare.New,
		"scaling/send/size=64/connections=1000": compare.Repaired,
		"latency/send/size=64/wait=poll":        "",
		"latency/send/size=8/wait=poll":         "", // unstable before as well
		"bandwidth/send/size=1024/window=4":     "",
		"control/register/size=4096":            "",
		"bandwidth/read/size=262144/window=16":  compare.Regression,
	} {
		if got := class[name]; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if !c.Regressed() {
		t.Error("it is no regression")
	}
}

func TestWhole(t *testing.T) {
	for name, c := range map[string]struct {
		change    func(*speed.Report)
		regressed bool
		says      string
	}{
		"the same": {func(*speed.Report) {}, false, "no slowdown: none of 167 measurements"},
		"incomplete": {
			func(r *speed.Report) { r.Incomplete = "it was interrupted" }, true, "incomplete: it was interrupted",
		},
		"nothing in both": {func(r *speed.Report) { r.Measurements = nil }, true, "no measurement is in both"},
		"all slower by far": {func(r *speed.Report) {
			for _, op := range []string{"Send", "Write", "Read", "Connect", "Register"} {
				slower(r, op, 1.3)
			}
		}, true, "slower: "},
		"all slower by little": {func(r *speed.Report) {
			for _, op := range []string{"Send", "Write", "Read", "Connect", "Register"} {
				slower(r, op, 1.04)
			}
		}, false, "no slowdown proven; "},
		"one slower": {func(r *speed.Report) {
			m := find(r, "bandwidth/read/size=1024/window=4")
			for i := range m.Samples {
				m.Samples[i] /= 1.15
			}
		}, true, "slower: 1 of 167 measurements compared, by up to 1"},
	} {
		t.Run(name, func(t *testing.T) {
			now := sample.Report(2)
			c.change(now)
			got := compare.Compare([]*speed.Report{sample.Report(1)}, now, nil, 0.05)
			if got.Regressed() != c.regressed || !strings.Contains(got.Verdict(), c.says) {
				t.Errorf("%v: %s\n%s", got.Regressed(), got.Verdict(), compare.Text(got))
			}
		})
	}
}

// TestNotJudged shows a comparison of samples that say nothing: no figure is called slower, and a gate knows it.
func TestNotJudged(t *testing.T) {
	noisy := func(seed uint64) *speed.Report {
		r, dice := sample.Report(seed), rand.New(rand.NewPCG(seed, 1))
		for i := range r.Measurements {
			for j := range r.Measurements[i].Samples {
				r.Measurements[i].Samples[j] *= math.Exp(0.5 * dice.NormFloat64())
			}
		}
		return r
	}
	now := noisy(2)
	m := find(now, "latency/read/size=64/wait=poll")
	for i := range m.Samples[:len(m.Samples)/2+2] {
		m.Samples[i] *= 2
	}
	c := compare.Compare([]*speed.Report{noisy(1)}, now, nil, 0.05)
	if c.Outcome() != compare.Passed || !strings.Contains(c.Verdict(), "no slowdown proven; 1") || c.Resolution < 0.1 {
		t.Errorf("nothing is required, and yet %s: %s, resolution %v", c.Outcome(), c.Verdict(), c.Resolution)
	}
	c.Required = 0.5
	if c.Outcome() != compare.Unknown || c.Regressed() || !strings.HasPrefix(c.Verdict(), "not judged: ") {
		t.Errorf("%s: %s", c.Outcome(), c.Verdict())
	}
	left := c.Of(compare.NotJudged)
	if len(left)+c.Judged != c.Compared || left[0].Slower < left[1].Slower || left[0].Because == "" {
		t.Errorf("%d of %d are not judged, the first of them %+v", len(left), c.Compared, left[0])
	}
	if text := string(compare.Text(c)); !strings.Contains(text, "TOO NOISY TO JUDGE") || !strings.Contains(text, m.Name) {
		t.Error(text)
	}
}

// TestAgain has what was slower measured once more.
func TestAgain(t *testing.T) {
	old, now, again := sample.Report(1), slower(sample.Report(2), "Read", 1.12), slower(sample.Report(3), "Read", 1.12)
	const same, lost = "latency/read/size=64/wait=poll", "latency/read/size=128/wait=poll"
	find(again, same).Samples = find(sample.Report(4), same).Samples
	find(again, lost).Samples = nil
	olds := []*speed.Report{old}
	first := compare.Compare(olds, now, nil, 0.05)
	c := compare.Compare(olds, now, again, 0.05)
	doubtful := c.Of(compare.Doubtful)
	if len(doubtful) != 1 || doubtful[0].Name != same || !strings.Contains(doubtful[0].Words(), "; measured once more, ") {
		t.Errorf("doubtful: %+v", doubtful)
	}
	if was, is := first.Suspects(), c.Of(compare.Regression); len(is) != len(was)-1 || !slices.Contains(was, same) ||
		!slices.ContainsFunc(is, func(one compare.Change) bool { return one.Name == lost }) || !c.Regressed() {
		t.Errorf("%d measurements were slower, and then %d", len(was), len(is))
	}
}

// TestFewSamples shows that a comparison says if it can't see anything.
func TestFewSamples(t *testing.T) {
	now := slower(sample.Report(2), "Read", 2)
	for i := range now.Measurements {
		m := &now.Measurements[i]
		m.Samples = m.Samples[:min(len(m.Samples), 1)]
	}
	c := compare.Compare([]*speed.Report{sample.Report(1)}, now, nil, 0.05)
	if c.Regressed() || c.Blind != c.Compared || !slices.ContainsFunc(c.Notes(), func(n string) bool {
		return strings.Contains(n, "167 of 167 measurements: too few samples")
	}) {
		t.Errorf("%d of %d are blind:\n%s", c.Blind, c.Compared, compare.Text(c))
	}
}

// TestHistory shows that a history says by how much runs differ that should not.
func TestHistory(t *testing.T) {
	var olds []*speed.Report
	for i, times := range []float64{1, 1.08, 0.95, 1.1, 1.02} {
		olds = append(olds, slower(sample.Report(uint64(i)), "Read", times))
	}
	now := slower(sample.Report(9), "Read", 1.09)
	if c := compare.Compare(olds, now, nil, 0.05); c.Regressed() {
		t.Errorf("Reads vary by ten percent, and yet:\n%s", compare.Text(c))
	}
	if c := compare.Compare(olds[:1], now, nil, 0.05); !c.Regressed() {
		t.Errorf("one old run says nothing of that, and yet:\n%s", compare.Text(c))
	}
}

// TestExtremes shows that impossible values can be compared and written.
func TestExtremes(t *testing.T) {
	old, now := sample.Report(1), sample.Report(2)
	for i := range old.Measurements {
		for j := range old.Measurements[i].Samples {
			old.Measurements[i].Samples[j] = 0
		}
		for j := range now.Measurements[i].Samples {
			now.Measurements[i].Samples[j] = math.MaxFloat64
		}
	}
	for _, c := range []*compare.Comparison{
		compare.Compare([]*speed.Report{old}, now, nil, 0.05), compare.Compare([]*speed.Report{now}, old, nil, 0.05),
	} {
		if !c.Regressed() {
			t.Error("it is no regression")
		}
		if _, err := compare.JSON(c); err != nil {
			t.Error(err)
		}
	}
}

// TestHostile shows that no text of a report is markup, or an order to a system that runs jobs.
func TestHostile(t *testing.T) {
	evil := "<script>alert(1)</script>\n::error::x\n##vso[x]" + strings.Repeat("long ", 1000)
	now := sample.Report(1)
	now.Provider, now.Incomplete, now.Environment.ProviderVersion, now.Environment.Host = evil, evil, evil, evil
	for i := range now.Measurements {
		now.Measurements[i].Failed = evil
		now.Measurements[i].Name += evil
	}
	c := compare.Compare([]*speed.Report{sample.Report(1)}, now, nil, 0.05)
	c.LeftOut = []string{evil}
	page, err := compare.HTML(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{page, compare.Markdown(c)} {
		if bytes.Contains(text, []byte("<script>alert")) {
			t.Error("a text is markup")
		}
	}
	for line := range strings.Lines(string(compare.Text(c))) {
		if strings.HasPrefix(line, "::") || strings.Contains(line, "##vso[") {
			t.Errorf("%q", line)
		}
	}
}
