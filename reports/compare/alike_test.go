package compare

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/internal/look"
	"github.com/ndconform/ndconform/reports"
)

// half compares two runs on a half-written provider: hundreds of specs are not run in both, each time because of
// another spec; others change alike.
func half(t *testing.T) *Comparison {
	t.Helper()
	old, new := map[string]reports.Verdict{}, map[string]reports.Verdict{}
	for i := range 245 {
		old[fmt.Sprintf("vain.%03d", i)] = reports.NotRun
		new[fmt.Sprintf("vain.%03d", i)] = reports.NotRun
		old[fmt.Sprintf("fails.%03d", i)] = reports.Fail
		new[fmt.Sprintf("fails.%03d", i)] = reports.Fail
		old[fmt.Sprintf("later.%03d", i)] = reports.Unobservable
		new[fmt.Sprintf("later.%03d", i)] = reports.NotRun
	}
	was, is := run(1, old), run(2, new)
	for n, r := range []*reports.Run{was, is} {
		probe := fmt.Sprintf("connector.probe-%d", n)
		for i := range r.Specs {
			s := &r.Specs[i]
			switch {
			case strings.HasPrefix(s.ID, "fails"):
				s.Message = fmt.Sprintf("seen ND_CODE_%d at 0x%x", n, i)
			case s.Verdict == reports.NotRun:
				s.CauseSpec, s.CauseSays, s.Message = probe, "connecting fails", fmt.Sprintf(
					"not run: connecting fails, try %d; see %s", n, probe)
			}
		}
	}
	c, err := Compare(Side{Name: "old", Runs: []*reports.Run{was}}, Side{Name: "new", Runs: []*reports.Run{is}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAnotherProbeIsNoChange shows that a spec that was not run before, and still is not, has not changed.
func TestAnotherProbeIsNoChange(t *testing.T) {
	for _, one := range half(t).Changes {
		if strings.HasPrefix(one.ID, "vain") {
			t.Fatalf("%s: %s", one.ID, one.words())
		}
	}
	if a, b := essence(
		"hung after that: waiting is in vain; see qp.send.nd-success/a"), essence(
		"hung after that: waiting is in vain; see cq.x"); a != b {
		t.Errorf("%q and %q differ", a, b)
	}
}

// TestAlikeIsSaidOnce shows that what changed alike in hundreds of specs is said once, and that none is lost.
func TestAlikeIsSaidOnce(t *testing.T) {
	c := half(t)
	if n := len(c.Of(Message)) + len(c.Of(Verdict)); n != 490 {
		t.Fatalf("%d changes", n)
	}
	page, err := HTML(c)
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string][]byte{"text": Text(c), "summary": Markdown(c), "page": page} {
		if n := bytes.Count(text, []byte("ND_CODE_1")); n > 1 {
			t.Errorf("the %s says %d times what changed", form, n)
		}
		if lines := bytes.Count(text, []byte("\n")); form != "page" && lines > 25 {
			t.Errorf("the %s has %d lines", form, lines)
		}
		if !bytes.Contains(text, []byte("244")) {
			t.Errorf("the %s does not say how many others there are", form)
		}
	}
	for _, id := range []string{"fails.<wbr>000", "fails.<wbr>244", "later.<wbr>000", "later.<wbr>244"} {
		if bytes.Count(page, []byte(id)) != 1 {
			t.Errorf("the page has %s %d times", id, bytes.Count(page, []byte(id)))
		}
	}
	if bytes.Count(page, []byte("<tr>")) > 10 {
		t.Errorf("the page has %d rows", bytes.Count(page, []byte("<tr>")))
	}
}

// TestOnScreens shows pages to a browser.
func TestOnScreens(t *testing.T) {
	files := map[string][]byte{}
	var views []look.View
	for name, c := range map[string]*Comparison{
		"half.html": half(t), "every.html": everyChange(t),
		"causes.html": sharedCauses(t),
	} {
		page, err := HTML(c)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = page
		views = append(views, look.View{Address: name, Width: 390, Script: look.TooWide},
			look.View{Address: name, Width: 1440, Script: look.TooWide},
			look.View{Address: name, Width: 1440, Script: look.Outline})
	}
	for i, got := range look.At(t, files, views...) {
		if got != "" {
			t.Errorf("%s at %d pixels: %s", views[i].Address, views[i].Width, got)
		}
	}
}
