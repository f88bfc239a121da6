package reports

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
)

func failing(id, seen string, canary int, grounds ...string) Spec {
	return Spec{
		ID: id, Requirements: []string{id}, Verdict: Fail, Message: "expected ND_SUCCESS; seen " + seen, Canary: canary, Grounds: grounds,
		Findings: []finding.Finding{{Expected: "ND_SUCCESS", Seen: seen}},
	}
}

// TestCauses shows that findings that differ in numbers alone are one, shown by the
// spec that needs least, and that what others build on comes first.
func TestCauses(t *testing.T) {
	run := &Run{Provider: "acme", Specs: []Spec{
		failing("a.deep", "ND_TIMEOUT after 12 ms", 0, "opening an adapter", "connecting"),
		failing("b.shallow", "ND_TIMEOUT after 7 ms", 0, "opening an adapter"),
		failing("c.other", "ND_CANCELED", 0),
		{ID: "d.crash", Verdict: Error, Message: "panic", Trace: "goroutine 7 [running]:\nruntime.throw(0x1)\n\tpanic.go:1\nacme.(*qp).Send(0x1)\n\tqp.go:7\n"},
		{ID: "e.crash", Verdict: Error, Message: "panic", Trace: "goroutine 9 [running]:\nacme.(*qp).Send(0x2)\n\tqp.go:7\n"},
		{ID: "f.crash", Verdict: Error, Message: "panic", Trace: "goroutine 9 [running]:\nacme.(*qp).Flush(0x2)\n\tqp.go:9\n"},
		{ID: "g.vain", Verdict: NotRun, Because: "z.canary", Message: "not run"},
		{ID: "h.vain", Verdict: NotRun, Because: "z.canary", Message: "not run"},
		{ID: "i.pass", Verdict: Pass},
	}, Fallen: []Fallen{{"connecting", failing("z.canary", "ND_CONNECTION_REFUSED", 5)}}}
	type cause struct {
		spec, ground, same string
		notRun             int
	}
	var got []cause
	for _, c := range CausesOf(run) {
		got = append(got, cause{c.Spec, c.Ground, strings.Join(c.Same, ","), c.NotRun})
	}
	want := []cause{
		{"z.canary", "connecting", "", 2},
		{"d.crash", "", "e.crash", 0},
		{"b.shallow", "", "a.deep", 0},
		{"f.crash", "", "", 0},
		{"c.other", "", "", 0},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if run.Conformant() {
		t.Error("conformant")
	}
	text := string(Text(run, nil))
	for _, line := range []string{
		"FAIL z.canary\n", "  others   because of this 2 specs were not run\n", "  others   1 spec found the same: e.crash\n", "acme: not conformant\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
	if strings.Index(text, "FAIL z.canary") != 0 {
		t.Errorf("the cause does not come first:\n%s", text)
	}
	if strings.Contains(text, "ERROR e.crash") {
		t.Errorf("what is alike is shown twice:\n%s", text)
	}
	if page := string(Markdown(run, nil)); !strings.Contains(page, "because of this 2 specs were not run") {
		t.Errorf("Markdown does not say what was not run:\n%s", page)
	}
}

// TestOnlyInVain shows that a run of which nothing could be judged, since a step that
// was tried for its sake has fallen, is not conformant and not one that did not run.
func TestOnlyInVain(t *testing.T) {
	run := &Run{
		Provider: "acme", Specs: []Spec{{ID: "a", Verdict: NotRun, Because: "z", Message: "not run"}},
		Fallen: []Fallen{{"connecting", failing("z", "ND_CONNECTION_REFUSED", 5)}},
	}
	if o := outcomeOf(run, nil); run.Conformant() || o.Words != "Not conformant" {
		t.Errorf("conformant %v, %+v", run.Conformant(), o)
	}
	if text := string(Text(run, nil)); !strings.Contains(text, "FAIL z\n") || !strings.Contains(text, "acme: not conformant\n") {
		t.Errorf("%s", text)
	}
}
