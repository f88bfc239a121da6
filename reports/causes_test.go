package reports_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/text"
)

func failing(id, seen string, probeRank int, prerequisites ...string) reports.Spec {
	return reports.Spec{
		ID: id, Requirements: []string{id}, Verdict: reports.Fail, Message: "expected ND_SUCCESS; seen " + seen,
		ProbeRank: probeRank, Prerequisites: prerequisites,
		Findings: []finding.Finding{{Expected: "ND_SUCCESS", Seen: seen}},
	}
}

// TestCauses shows that findings that differ in numbers alone are one, shown by the
// spec that needs least, and that what others build on comes first.
func TestCauses(t *testing.T) {
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{
		failing("a.deep", "ND_TIMEOUT after 12 ms", 0, "opening an adapter", "connecting"),
		failing("b.shallow", "ND_TIMEOUT after 7 ms", 0, "opening an adapter"),
		failing("c.other", "ND_CANCELED", 0),
		{
			ID: "d.crash", Verdict: reports.Error, Message: "panic",
			Trace: "goroutine 7 [running]:\nruntime.throw(0x1)\n\tpanic.go:1\nacme.(*qp).Send(0x1)\n\tqp.go:7\n",
		},
		{
			ID: "e.crash", Verdict: reports.Error, Message: "panic",
			Trace: "goroutine 9 [running]:\nacme.(*qp).Send(0x2)\n\tqp.go:7\n",
		},
		{
			ID: "f.crash", Verdict: reports.Error, Message: "panic",
			Trace: "goroutine 9 [running]:\nacme.(*qp).Flush(0x2)\n\tqp.go:9\n",
		},
		{ID: "g.vain", Verdict: reports.NotRun, CauseSpec: "z.probe", Message: "not run"},
		{ID: "h.vain", Verdict: reports.NotRun, CauseSpec: "z.probe", Message: "not run"},
		{ID: "i.pass", Verdict: reports.Pass},
	}, FailedPrerequisites: []reports.FailedPrerequisite{{"connecting", failing("z.probe", "ND_CONNECTION_REFUSED", 5)}}}
	type cause struct {
		spec, prerequisite, same string
		notRun                   int
	}
	var got []cause
	for _, c := range reports.CausesOf(run) {
		got = append(got, cause{c.Spec, c.Prerequisite, strings.Join(c.Same, ","), c.NotRun})
	}
	want := []cause{
		{"z.probe", "connecting", "", 2},
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
	text := string(text.Report(run, nil))
	for _, line := range []string{
		"FAIL z.probe\n", "  others   because of this 2 specs were not run\n", "  others   1 spec found the same: e.crash\n",
		"acme: not conformant\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
	if strings.Index(text, "FAIL z.probe") != 0 {
		t.Errorf("the cause does not come first:\n%s", text)
	}
	if strings.Contains(text, "ERROR e.crash") {
		t.Errorf("what is alike is shown twice:\n%s", text)
	}
	if page := string(markdown.Summary(run, nil)); !strings.Contains(page, "because of this 2 specs were not run") {
		t.Errorf("Markdown does not say what was not run:\n%s", page)
	}
}

// TestListsOfNumbersAreAlike shows that findings which differ in how many numbers they list are one.
func TestListsOfNumbersAreAlike(t *testing.T) {
	causes := reports.CausesOf(&reports.Run{Specs: []reports.Spec{
		failing("a.one", "ND_SUCCESS of [0]", 0), failing("a.three", "ND_SUCCESS of [0, 0, 12]", 0),
		failing("a.none", "ND_SUCCESS of []", 0),
	}})
	if len(causes) != 2 {
		t.Errorf("%d causes: %+v", len(causes), causes)
	}
}

// TestTheNearestIsShown shows that of several specs with the same finding the report shows the spec of the method that
// was called last, and that it says what could not be done.
func TestTheNearestIsShown(t *testing.T) {
	none := func(id string, probeRank int) reports.Spec {
		s := failing(id, "0 results", probeRank)
		s.Findings[0].Calls = []finding.Call{{Object: "qp1", Method: "Send"}, {Object: "cq2", Method: "GetResults"}}
		return s
	}
	blocked := reports.Spec{
		ID: "srq.vain", Verdict: reports.NotRun, CauseSpec: "connector.completeconnect.nd-success",
		CauseSays: "waiting for a result is in vain",
	}
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{
		failing("adapter.earlier", "ND_CANCELED", 7), none("connector.completeconnect.nd-success", 6),
		none("cq.getresults.a", 0), none("cq.getresults.send.nd-success", 8), none("cq.getresultsets.no", 9), blocked,
	}}
	causes := reports.CausesOf(run)
	if c := causes[0]; c.Spec != "cq.getresults.send.nd-success" || c.NotRun != 1 || c.NotRunSays != blocked.CauseSays {
		t.Errorf("%+v", c)
	}
	if text := string(text.Report(run, nil)); !strings.Contains(text,
		"because of this 1 spec was not run: waiting for a result is in vain\n") {
		t.Errorf("%s", text)
	}
}

// TestWhatGoesWithFailuresComesFirst shows that of two methods with a cause each the one comes first that much fewer of
// the specs called that passed, though the other is written earlier and more specs found the same of it.
func TestWhatGoesWithFailuresComesFirst(t *testing.T) {
	calling := func(id, seen string) reports.Spec {
		s := failing(id, seen, 0)
		s.Called = []string{"IND2MemoryRegion::Register", "IND2QueuePair::Write"}
		return s
	}
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{
		calling("mr.register.nd-success", "another byte"), calling("mr.register.nd-success/each-place", "another byte"),
		calling("qp.write.stores/4095-bytes", "the wrong byte"),
		{ID: "mr.register.nd-access-violation", Verdict: reports.Pass, Called: []string{"IND2MemoryRegion::Register"}},
	}}
	for range 7 {
		run.Specs = append(run.Specs, run.Specs[3])
	}
	run.CountCalls()
	want := map[string]int{"IND2MemoryRegion::Register": 8}
	if !maps.Equal(run.Called, want) || run.Specs[3].Called != nil {
		t.Errorf("%v was called by specs that passed, want %v", run.Called, want)
	}
	if causes := reports.CausesOf(run); causes[0].Suspect != "IND2QueuePair::Write" || len(causes) != 2 {
		t.Errorf("%d causes, and the first is %s's", len(causes), causes[0].Suspect)
	}
}

// TestInTurn shows that a cause has all that its spec found, each told from the one before.
func TestInTurn(t *testing.T) {
	s := failing("a.hangs", "ND_CANCELED", 0)
	s.Message = "hung\nhung\nhung; Disconnect has not returned"
	if got, want := reports.CausesOf(
		&reports.Run{Specs: []reports.Spec{s}})[0].Says, "hung; then hung; Disconnect has not returned"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWhatSucceedsIsShown shows that of those that saw the same failure one is shown that had asked
// for what succeeds.
func TestWhatSucceedsIsShown(t *testing.T) {
	run := &reports.Run{Provider: "acme"}
	for i := range reports.Systematic {
		s := failing("a."+string(rune('a'+i)), "ND_CONNECTION_REFUSED", 0)
		s.Findings[0].Expected, s.Findings[0].Unexpected = "ND_ACCESS_VIOLATION", "ND_CONNECTION_REFUSED"
		if i == reports.Systematic-1 {
			s.Findings[0].Expected = "Connect to return ND_SUCCESS or ND_PENDING"
		}
		run.Specs = append(run.Specs, s)
	}
	if got, want := reports.CausesOf(run)[0].Spec, run.Specs[reports.Systematic-1].ID; got != want {
		t.Errorf("%s is shown, want %s", got, want)
	}
}

// TestTheSameFailureEverywhere shows that a failure which many specs see where it is not due is
// one cause, whatever they have asked for, and that one which few see is not.
func TestTheSameFailureEverywhere(t *testing.T) {
	for n, want := range map[int]int{reports.Systematic - 1: reports.Systematic - 1, reports.Systematic: 1} {
		run := &reports.Run{Provider: "acme"}
		for i := range n {
			s := failing("a."+string(rune('a'+i)), "something "+string(rune('a'+i)), 0)
			s.Findings[0].Unexpected = "ND_ACCESS_VIOLATION"
			run.Specs = append(run.Specs, s)
		}
		causes := reports.CausesOf(run)
		if len(causes) != want {
			t.Errorf("%d specs: %d causes, want %d", n, len(causes), want)
		}
		if want == 1 && !strings.Contains(string(text.Report(run, nil)),
			"19 specs saw ND_ACCESS_VIOLATION too where it is not due: a.b, ") {
			t.Errorf("%s", text.Report(run, nil))
		}
	}
}

// TestOnlyInVain shows that a run is not conformant if nothing could be judged since a prerequisite failed, and that it
// counts as run.
func TestOnlyInVain(t *testing.T) {
	run := &reports.Run{
		Provider: "acme", Specs: []reports.Spec{{ID: "a", Verdict: reports.NotRun, CauseSpec: "z", Message: "not run"}},
		FailedPrerequisites: []reports.FailedPrerequisite{{"connecting", failing("z", "ND_CONNECTION_REFUSED", 5)}},
	}
	if o := reports.OutcomeOf(run, nil); run.Conformant() || o.Words != "Not conformant" {
		t.Errorf("conformant %v, %+v", run.Conformant(), o)
	}
	if text := string(text.Report(run,
		nil)); !strings.Contains(text, "FAIL z\n") || !strings.Contains(text, "acme: not conformant\n") {
		t.Errorf("%s", text)
	}
}

// TestResultsTwice shows that specs which saw requests with more than one result are one cause,
// whatever they had asked for, if there are many of them.
func TestResultsTwice(t *testing.T) {
	for _, n := range []int{reports.Systematic - 1, reports.Systematic} {
		run := &reports.Run{Provider: "acme"}
		for i := range n {
			s := failing(fmt.Sprintf("qp.%c", 'a'+i), strings.Repeat("another ", i), 0)
			s.Findings[0].Twice = true
			run.Specs = append(run.Specs, s)
		}
		causes := reports.CausesOf(run)
		if one := len(causes) == 1 && causes[0].Twice; one != (n == reports.Systematic) {
			t.Errorf("%d causes of %d specs, twice %v", len(causes), n, causes[0].Twice)
		}
		if says := "saw more than one result of a request, too"; strings.Contains(string(text.Report(run, nil)),
			says) != (n == reports.Systematic) {
			t.Errorf("of %d specs: %s", n, text.Report(run, nil))
		}
	}
}

// TestTheNearestSpecIsShown shows which of the specs that miss the same result is shown: of ND2 before version 1, of
// the method that owes it or of one most of whose own specs are broken, without injected faults, in the plainest form.
func TestTheNearestSpecIsShown(t *testing.T) {
	missing := func(id, method string) reports.Spec {
		s := failing(id, "0 results", 0)
		s.Findings[0].Method, s.Findings[0].Does = method, finding.NoResult
		return s
	}
	passing := func(ids ...string) (list []reports.Spec) {
		for _, id := range ids {
			list = append(list, reports.Spec{ID: id, Verdict: reports.Pass})
		}
		return list
	}
	send, connect := "IND2QueuePair::Send", "IND2Connector::Connect"
	for name, c := range map[string]struct {
		broken []reports.Spec
		passed []reports.Spec
		want   string
	}{
		"of ND2": {
			[]reports.Spec{missing("endpoint.send.nd-success", send), missing("qp.send.gathers/long", send)},
			nil,
			"qp.send.gathers/long",
		},
		"without faults": {
			[]reports.Spec{missing("qp.send.despite-losses", send), missing("qp.send.gathers/long", send)},
			nil,
			"qp.send.gathers/long",
		},
		"about the method": {
			[]reports.Spec{missing("connector.abandon.spares-others", send), missing("qp.send.gathers", send)},
			nil,
			"qp.send.gathers",
		},
		"in the plainest form": {
			[]reports.Spec{missing("qp.send.gathers/long", send), missing("qp.send.gathers", send)},
			nil,
			"qp.send.gathers",
		},
		"about a broken method": {
			[]reports.Spec{
				missing("connector.connect.head-to-head", connect), missing("connector.reject.private-data", connect),
				missing("connector.reject.private-data/one", connect),
			},
			passing("connector.connect.nd-success", "connector.connect.private-data", "connector.connect.patient"),
			"connector.reject.private-data",
		},
	} {
		run := &reports.Run{Provider: "acme", Specs: append(c.broken, c.passed...)}
		if causes := reports.CausesOf(run); len(causes) != 1 || causes[0].Spec != c.want {
			t.Errorf("%s: %d causes, the first %s, want %s", name, len(causes), causes[0].Spec, c.want)
		}
	}
}

// TestValuesOfAMethodAreOneCause shows that values that one method has told wrong are one cause, whatever they are of.
func TestValuesOfAMethodAreOneCause(t *testing.T) {
	telling := func(id, says, expected, seen, method string) reports.Spec {
		s := failing(id, seen, 0)
		s.Findings[0] = finding.Finding{Says: says, Expected: expected, Seen: seen, Method: method}
		return s
	}
	peer := "IND2Connector::GetPeerAddress"
	causes := reports.CausesOf(&reports.Run{Provider: "acme", Specs: []reports.Spec{
		telling("connector.getpeeraddress.nd-success", "the peer's address", "192.0.2.1:5", "192.0.2.1:6", peer),
		telling("connector.bind.nd-success", "the address of request 0", "192.0.2.77:80", "192.0.2.8:81", peer),
		telling("connector.getlocaladdress.nd-success", "its own", "192.0.2.1:5", "192.0.2.1:6",
			"IND2Connector::GetLocalAddress"),
	}})
	if len(causes) != 2 {
		t.Errorf("%d causes: %+v", len(causes), causes)
	}
}

// TestWhereToGo shows that the reader of a run is sent to the spec that is shown, and told the rule of the method that
// is to blame, in full where there is no terminal.
func TestWhereToGo(t *testing.T) {
	create := "IND2Adapter::CreateOverlappedFile"
	run := &reports.Run{Provider: "acme", Specs: []reports.Spec{
		blaming("adapter.query.nd-success", create, "returns ND_NOT_SUPPORTED", 1),
		blaming("qp.send.gathers", create, "returns ND_NOT_SUPPORTED", 0),
		{
			ID: "z", Verdict: reports.NotRun, CauseSpec: "qp.send.gathers",
			Message: "not run: opening an adapter fails; see qp.send.gathers",
		},
	}}
	run.Specs[0].Findings[0].Expected = strings.Repeat("words ", 100)
	screen := string(text.Screen(run, nil, "", text.AnyWidth))
	for _, want := range []string{
		"NOTRUN 1: not run: opening an adapter fails; see adapter.query.nd-success\n",
		"\n  rule     adapter.createoverlappedfile.nd-success (MUST): ",
		"\n  expected " + strings.TrimSpace(strings.Repeat("words ", 100)) + "\n",
	} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q in\n%s", want, screen)
		}
	}
}

// TestWhatToWriteFirst shows that a run in which nothing ran names the method without which nothing can be judged.
func TestWhatToWriteFirst(t *testing.T) {
	run := &reports.Run{
		Provider: "acme", Specs: []reports.Spec{{ID: "a", Verdict: reports.NotRun}},
		Incomplete: "the provider can't be put under test: IND2Provider::QueryAddressList: returned ND_NOT_SUPPORTED",
	}
	want := "next: nothing can be judged before IND2Provider::QueryAddressList succeeds; "
	if screen := string(text.Screen(run, nil, "", text.ScreenWidth)); !strings.Contains(screen, want) {
		t.Errorf("%s", screen)
	}
}
