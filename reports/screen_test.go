package reports_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/text"
)

// blaming is a spec that blames a method for what it does.
func blaming(id, method, does string, probeRank int) reports.Spec {
	s := failing(id, does, probeRank)
	s.Findings[0].Method, s.Findings[0].Does = method, does
	return s
}

// TestCausesByMethod shows that methods that are not written are a cause each, in the order in which
// they are written, whatever the specs are called that show them.
func TestCausesByMethod(t *testing.T) {
	no := "returns ND_NOT_SUPPORTED"
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{
		blaming("a.a", "IND2CompletionQueue::Notify", no, 4),
		blaming("a.b", "IND2QueuePair::Send", no, 0), blaming("a.c", "IND2QueuePair::Send", no, 8),
		blaming("listener.d", "IND2Adapter::CreateListener", no, 2),
		blaming("mr.e", "IND2Adapter::CreateMemoryRegion", no, 5),
		blaming("a.f", "IND2Adapter::CreateMemoryRegion", "panics", 0),
		{
			ID: "z.warns", Verdict: reports.Warn, Message: "x",
			Findings: []finding.Finding{{Method: "IND2QueuePair::Send", Does: no}},
		},
	}}
	var got []string
	for _, c := range reports.CausesOf(run) {
		got = append(got, fmt.Sprintf("%s: %s +%d", c.Spec, c.Title, len(c.Same)))
	}
	want := []string{
		"a.a: IND2CompletionQueue::Notify returns ND_NOT_SUPPORTED +0",
		"mr.e: IND2Adapter::CreateMemoryRegion returns ND_NOT_SUPPORTED +0",
		"a.f: IND2Adapter::CreateMemoryRegion panics +0",
		"listener.d: IND2Adapter::CreateListener returns ND_NOT_SUPPORTED +0",
		"a.c: IND2QueuePair::Send returns ND_NOT_SUPPORTED +2",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if list := reports.WarningsOf(run); len(list) != 0 {
		t.Errorf("%d warnings of what is a cause", len(list))
	}
}

// TestTheObjectIsShown shows that what no spec about the method has found is shown by one about the
// method's object.
func TestTheObjectIsShown(t *testing.T) {
	run := &reports.Run{Provider: "acme"}
	for _, id := range []string{"cq.notify.nd-pending", "mw.bounds.read", "qp.send.nd-success"} {
		run.Specs = append(run.Specs, blaming(id, "IND2MemoryWindow::Release", finding.NoReturn, 0))
	}
	if causes := reports.CausesOf(run); len(causes) != 1 || !strings.HasPrefix(causes[0].Spec, "mw.") {
		t.Errorf("%+v", causes)
	}
}

// TestACrashIsOfAMethod shows that a crash whose method is known is shown by a spec about that, however
// many specs about another method end in it.
func TestACrashIsOfAMethod(t *testing.T) {
	run := &reports.Run{Provider: "acme"}
	for _, id := range []string{
		"srq.receive.nd-success", "srq.receive.request-context",
		"adapter.createqueuepairwithsrq.nd-success",
	} {
		s := blaming(id, "IND2Adapter::CreateQueuePairWithSrq", finding.Crashes, 0)
		s.Verdict, s.Findings[0].Says = reports.Error, reports.InSpec+": exit status 2"
		run.Specs = append(run.Specs, s)
	}
	if first := reports.CausesOf(run)[0]; first.Spec != "adapter.createqueuepairwithsrq.nd-success" {
		t.Errorf("%+v", first)
	}
}

// TestWarningsAreFolded shows that a warning that many specs leave is one, whatever rule it is by.
func TestWarningsAreFolded(t *testing.T) {
	run := &reports.Run{Provider: "acme"}
	for i := range 33 {
		id := fmt.Sprintf("cq.w%02d", i)
		says := id + ": E_FAIL is accepted, ND_NO_MEMORY preferred"
		run.Specs = append(run.Specs,
			reports.Spec{ID: id, Verdict: reports.Warn, Message: says, Findings: []finding.Finding{{Says: says}}})
	}
	for name, text := range map[string]string{
		"screen": string(text.Screen(run, nil, "", text.ScreenWidth)),
		"text":   string(text.Report(run, nil)),
	} {
		if strings.Count(text, "WARN ") != 1 || !strings.Contains(text, "32 specs warned of the same") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// TestScreen shows that whatever was found fits on a screen, and what is on it.
func TestScreen(t *testing.T) {
	for _, n := range []int{1, 2, 5, 12, 300} {
		run := &reports.Run{Provider: "acme"}
		for i := range n {
			s := blaming(fmt.Sprintf("qp.s%03d", i), fmt.Sprintf("IND2QueuePair::Method%d", i), "returns ND_NOT_SUPPORTED", 0)
			s.Findings[0].Expected = strings.Repeat("a long text of several words\n", 40)
			run.Specs = append(run.Specs, s,
				reports.Spec{ID: fmt.Sprintf("w%d", i), Verdict: reports.Warn, Message: strings.Repeat("w", i)})
			run.Specs = append(run.Specs,
				reports.Spec{ID: fmt.Sprintf("n%d", i), Verdict: reports.NotRun, Message: strings.Repeat("n", i)})
		}
		text := string(text.Screen(run, aCatalogue(), "run.html", text.ScreenWidth))
		if lines := strings.Count(text, "\n"); lines > 36 {
			t.Errorf("%d causes: %d lines\n%s", n, lines, text)
		}
		for _, want := range []string{
			"provider acme: not conformant: ",
			"\nFAIL qp.s000\n  cause    IND2QueuePair::Method0 returns ND_NOT_SUPPORTED\n", "\n  repeat   ",
			"\nthe rest: run.html\n",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%d causes: no %q in\n%s", n, want, text)
			}
		}
		if !strings.HasSuffix(text, "\nprovider acme: not conformant\n") {
			t.Errorf("%d causes: the verdict is not last\n%s", n, text)
		}
		if n > 12 && !strings.Contains(text, " more (") {
			t.Errorf("%d causes: what is left out is not counted\n%s", n, text)
		}
	}
}

// TestScreenOfAnIncompleteRun shows that a stack in the reason does not push the rest off the screen.
func TestScreenOfAnIncompleteRun(t *testing.T) {
	run := &reports.Run{
		Provider:   "acme",
		Incomplete: "the provider can't be put under test: it panicked: boom\n" + strings.Repeat("frame\n", 60),
	}
	for i := range 5 {
		run.Specs = append(run.Specs,
			reports.Spec{ID: fmt.Sprintf("n%d", i), Verdict: reports.NotRun, Message: run.Incomplete})
	}
	text := string(text.Screen(run, aCatalogue(), "run.html", text.ScreenWidth))
	if lines := strings.Count(text,
		"\n"); lines > 20 || !strings.Contains(text, "it panicked: boom\n") || !strings.Contains(text,
		"the rest: run.html\n") {
		t.Errorf("%d lines\n%s", lines, text)
	}
}

// TestScreenOfAConformantRun shows that there is no more to read of it than the counts.
func TestScreenOfAConformantRun(t *testing.T) {
	text := string(text.Screen(clean(), nil, "run.html", text.ScreenWidth))
	if strings.Contains(text, "the rest") || strings.Count(text, "\n") > 5 {
		t.Errorf("%s", text)
	}
}

// TestBesideABaseline shows that a run beside its baseline fits on a screen too, however much has changed, with the
// line that sums it up.
func TestBesideABaseline(t *testing.T) {
	changes := []byte(strings.Repeat("REGRESSION qp.send: pass → fail\n", 500) + "specs: 500 regressed\n")
	got := string(text.Beside(everyVerdict(), nil, changes, "run.html"))
	if lines := strings.Count(got, "\n"); lines > 35 || !strings.HasPrefix(got, "compared with the baseline:\nREGRESSION ") {
		t.Errorf("%d lines\n%s", lines, got)
	}
	for _, says := range []string{"\n… and 4", " more lines: run.html\nspecs: 500 regressed\n\n"} {
		if !strings.Contains(got, says) {
			t.Errorf("it does not say %q:\n%s", says, got)
		}
	}
}
