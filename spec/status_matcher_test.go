package spec

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/requirement"
)

const noSuchDevice nd2.Status = 0xC000000E

// What is wanted is judged by the covered entry that wants it, or by its page.
func TestWhatAStatusIsJudgedBy(t *testing.T) {
	for _, c := range []struct {
		covers string
		want   []nd2.Status
		id     string // of what it is judged by
		first  nd2.Status
	}{
		{
			"qp.send.nd-success qp.send.nd-no-more-entries qp.send.nd-connection-invalid", one(nd2.ConnectionInvalid),
			"qp.send.nd-connection-invalid", nd2.ConnectionInvalid,
		},
		{"qp.bind.refused-posts-nothing", one(nd2.ConnectionInvalid), "qp.bind.nd-connection-invalid", nd2.ConnectionInvalid},
		{"cq.resize.unchanged-on-failure cq.notify.nd-canceled", one(nd2.Canceled), "cq.notify.nd-canceled", nd2.Canceled},
		{"cq.resize.unchanged-on-failure", one(nd2.Canceled), "cq.resize.unchanged-on-failure", nd2.Canceled},
		{
			"srq.receive.failure-spares-others",
			[]nd2.Status{nd2.Canceled, nd2.ConnectionInvalid},
			"srq.receive.failure-spares-others", nd2.Canceled,
		},
		{"", one(nd2.Canceled), "", nd2.Canceled},
	} {
		m := &statusMatcher{want: c.want}
		e := m.entry(entries(t, c.covers))
		if e.ID != c.id || e.Accept[0] != c.first {
			t.Errorf("%v for a spec of %s is judged by %q, which accepts %v", c.want, c.covers, e.ID, e.Accept)
		}
	}
	m := &statusMatcher{want: []nd2.Status{nd2.Canceled, nd2.ConnectionInvalid}}
	if e := m.entry(entries(t,
		"srq.receive.failure-spares-others")); e.Judge(nd2.ConnectionInvalid) != requirement.Exact ||
		e.Judge(nd2.NoMoreEntries) != requirement.Wrong {
		t.Error("of alternatives neither is preferred, and the page's other codes are none of them")
	}
}

func TestStatusesThatDoNotMatch(t *testing.T) {
	result := func(s nd2.Status) nd2.Result { return nd2.Result{Status: s, RequestType: nd2.RequestSend} }
	for _, c := range []struct {
		what   string
		m      types.GomegaMatcher
		actual any
		says   string
	}{
		{"a success for a failure", Return(nd2.Canceled), nd2.Success, "seen:     ND_SUCCESS\n"},
		{"a failure for a success", Return(nd2.Success), nd2.Canceled, "seen:     ND_CANCELED\n"},
		{
			"a failure for one success or another", Return(nd2.Pending, nd2.Success), nd2.Canceled,
			"expected: to return ND_PENDING, or else ND_SUCCESS\n",
		},
		{
			"a third one for a success or a failure", Return(nd2.Success, nd2.Canceled), nd2.DeviceRemoved,
			"expected: to return ND_SUCCESS, or else ND_CANCELED\n",
		},
		{
			"a number of nobody's", Return(nd2.Canceled), nd2.Status(0xC0000999),
			"seen:     0xC0000999 (a number that nobody defines)\n",
		},
		{
			"another cause", ReturnAsRuled("qp.send.nd-connection-invalid"), nd2.NoMoreEntries,
			"(a failure that means something else)\n",
		},
		{"another result", CompleteWith(nd2.Canceled), result(nd2.IOTimeout), "seen:     ND_IO_TIMEOUT (Send, context 0)\n"},
		{"another result of v1", CompleteWith(nd2.Canceled), nd1.Result{Status: nd2.IOTimeout}, "seen:     ND_IO_TIMEOUT\n"},
		{
			"a result outside of the table", CompleteAsRuled("qp.bind.outside-region"), result(noSuchDevice),
			"seen:     STATUS_NO_SUCH_DEVICE (Send, context 0)\n",
		},
		{
			"a name of COM in the kernel", ReturnNT(ndk.InvalidParameter), ndk.Status(0x80004001),
			"seen:     E_NOTIMPL (a number that nobody defines)\n",
		},
	} {
		if ok, err := c.m.Match(c.actual); ok || err != nil {
			t.Errorf("%s: %v, %v", c.what, ok, err)
		}
		says(t, c.m.FailureMessage(c.actual), c.says)
	}
}

func TestStatusesThatMatchWithoutANote(t *testing.T) {
	for what, ok := range map[string]bool{
		"the status":     matches(Return(nd2.Canceled), nd2.Canceled),
		"an alternative": matches(Return(nd2.Success, nd2.Canceled), nd2.Canceled),
		"either error":   matches(CompleteAsRuled("mr.bounds.write"), nd2.Result{Status: nd2.RemoteError}),
		"an NTSTATUS":    matches(ReturnNT(ndk.Success, ndk.Pending), ndk.Pending),
	} {
		if !ok {
			t.Errorf("%s does not match", what)
		}
	}
}

// A matcher that may leave a warning must not be asked about what is not so, or
// about one alternative after another.
func TestNoSpecTurnsAMatcherAround(t *testing.T) {
	around := regexp.MustCompile(
		`\b(NotTo|ToNot|ShouldNot|Not|Or|SatisfyAny|ContainElement|ContainElements|ConsistOf)\(` +
			`.*\b(Return|ReturnAsRuled|CompleteAsRuled|ReturnFailure|ReturnNT)\(([^)]*)\)`)
	files, err := filepath.Glob("*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := around.FindStringSubmatch(line); m != nil && !strings.HasSuffix(m[3], ".Success") {
				t.Errorf("%s:%d: %s", file, i+1, strings.TrimSpace(line))
			}
		}
	}
}

func matches(m types.GomegaMatcher, actual any) bool {
	ok, err := m.Match(actual)
	return ok && err == nil
}

func one(s nd2.Status) []nd2.Status { return []nd2.Status{s} }

func entries(t *testing.T, ids string) (list []requirement.Entry) {
	t.Helper()
	for _, id := range strings.Fields(ids) {
		e, ok := requirement.Lookup(id)
		if !ok {
			t.Errorf("no entry %s", id)
		}
		list = append(list, e)
	}
	return list
}
