package reports_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/badge"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/html"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/text"
	"github.com/ndconform/ndconform/requirement"
)

// aCatalogue has rules of the golden runs and some that they leave out.
func aCatalogue() []requirement.Entry {
	cq := requirement.Entry{
		Interface: "IND2CompletionQueue", Kind: requirement.Return, Level: requirement.Must,
		Profile: requirement.Core, Source: "IND2CompletionQueue.md, IND2CompletionQueue interface",
	}
	entry := func(id, method, code, rule string) requirement.Entry {
		e := cq
		e.ID, e.Method, e.Code, e.Rule = id, method, code, rule
		return e
	}
	invalid := entry("cq.resize.nd-invalid-parameter", "Resize", "ND_INVALID_PARAMETER",
		"A depth above the maximum is refused.")
	invalid.Profile, invalid.Ruling = requirement.Resize, "Both codes describe such a depth."
	invalid.Accept = []nd2.Status{nd2.InvalidParameter, nd2.InsufficientResources}
	never := entry("cq.getresults.bind.never-nd-io-timeout", "GetResults", "ND_IO_TIMEOUT", "A Bind does not time out.")
	never.Kind, never.Request = requirement.NeverCompletion, "Bind"
	srq := entry("srq.modify.nd-success", "Modify", "ND_SUCCESS", "A depth within the limits is set.")
	srq.Interface, srq.Profile = "IND2SharedReceiveQueue", requirement.SRQ
	send := entry("qp.send.nd-success", "Send", "ND_SUCCESS", "")
	send.Interface = "IND2QueuePair"
	canceled := entry("qp.send.nd-canceled", "Send", "ND_CANCELED", "A Send that is flushed is canceled.")
	canceled.Interface = "IND2QueuePair"
	return []requirement.Entry{
		never,
		entry("cq.notify.arms-once", "Notify", "", "A request arms the queue for one notification."),
		entry("cq.notify.nd-pending", "Notify", "ND_PENDING", "A request on an empty queue is pending."),
		entry("cq.notify.triggers-once", "Notify", "", "A result triggers one notification."),
		invalid, canceled, send, srq,
	}
}

// everyPart is a run with every part.
func everyPart() *reports.Run {
	run := everyVerdict()
	run.Ended = run.Started.Add(2 * time.Second)
	run.Shard, run.Filters, run.Profiles, run.TimeoutScale = "1/2", []string{"cq.*", "qp.*"}, []string{"core"}, 2
	run.Environment.Commit, run.Environment.Modified = "0123abc", true
	run.Environment.Binary, run.Environment.BuildID = strings.Repeat("b1", 32), "action/content"
	run.Environment.Catalogue, run.Environment.Suite = "c0ffee", "5017e5"
	run.Environment.CommandLine = []string{"ndconform", "--provider=ref", "--filter=cq.*"}
	run.Environment.Kernel, run.Environment.Processor = "6.1.0", "A processor"
	run.Environment.RDMA = []reports.RDMADevice{{Name: "mlx5_0", Firmware: "22.41.1000", Board: "MT_0001"}, {Name: "rxe0"}}
	run.Environment.Adapter = &nd2.AdapterInfo{
		InfoVersion: 1, VendorID: 0x15b3, AdapterID: 1 << 63, MaxInitiatorSGE: 30,
		AdapterFlags: nd2.AdapterCQResize,
	}
	run.Environment.PeerAdapter = &nd2.AdapterInfo{InfoVersion: 1}
	elsewhere := run.Environment.Machine()
	elsewhere.Host, elsewhere.Kernel, elsewhere.RDMA = "box <2>", "6.8.0", []reports.RDMADevice{{
		Name:     "mlx5_0",
		Firmware: "22.42.1000",
	}}
	elsewhere.Adapter = &nd2.AdapterInfo{InfoVersion: 1, VendorID: 0x15b3, AdapterID: 7, MaxInitiatorSGE: 32}
	run.Machines = []reports.Machine{run.Environment.Machine(), elsewhere}
	for i := range run.Specs {
		run.Specs[i].Machine = 1 + i%2
	}
	run.Waivers = []reports.Waiver{
		{
			ID: "endpoint.*", Provider: "ref", Version: "9", Reason: "known <defect>", Link: "https://example.com/17",
			Expires: "2026-12-31", Matched: 1, Waived: []string{"endpoint.create.nd-success"},
		},
		{
			ID: "cq.*", Provider: "ref", Reason: "old", Link: "javascript:alert(1)", Expires: "2025-12-31", Expired: true,
			Matched: 2,
		},
	}
	return run
}

func pageOf(t *testing.T, run *reports.Run) []byte {
	t.Helper()
	text, err := html.Page(run, aCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// hashes are those that a page's policy names: of its style and of its script.
var hashes = regexp.MustCompile(`sha256-.*?&#39;`)

// ownText is a file that pages are made of.
func ownText(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// bare is a page with the names of the style and the script, which every page has
// whole, in their place.
func bare(t *testing.T, page []byte) []byte {
	t.Helper()
	for name, text := range map[string]string{
		"style.css": frame.Style(),
		"script.js": string(ownText(t, "html/script.js")),
	} {
		if bytes.Count(page, []byte(text)) != 1 {
			t.Fatalf("the page does not hold %s once, as it is", name)
		}
		page = bytes.Replace(page, []byte(text), []byte("/* "+name+" */"), 1)
	}
	return hashes.ReplaceAll(page, []byte("sha256-…&#39;"))
}

func TestGoldenPages(t *testing.T) {
	empty := &reports.Run{Provider: "ref", Environment: reports.Environment{Program: "ndconform"}}
	for name, run := range map[string]*reports.Run{"every-verdict": everyVerdict(), "clean": clean(), "empty": empty} {
		badgeText, err := badge.JSON(run, aCatalogue())
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name+".html", bare(t, pageOf(t, run)))
		golden(t, name+".md", markdown.Summary(run, aCatalogue()))
		golden(t, name+".annotations.txt", markdown.Annotations(run))
		golden(t, name+".svg", badge.SVG(run, aCatalogue()))
		golden(t, name+".badge.json", badgeText)
	}
	golden(t, "every-part.html", bare(t, pageOf(t, everyPart())))
	golden(t, "every-part.md", markdown.Summary(everyPart(), aCatalogue()))
	golden(t, "every-part.annotations.txt", markdown.Annotations(everyPart()))
}

func TestDeterministic(t *testing.T) {
	for range 5 {
		if !bytes.Equal(pageOf(t, everyVerdict()), pageOf(t, everyVerdict())) {
			t.Fatal("the same run makes two pages")
		}
	}
}

// fullRun is a run of n specs, each with what a provider may have made them say.
func fullRun(n int, message string) *reports.Run {
	run := everyVerdict()
	spec := run.Specs[5]
	run.Specs = nil
	for i := range n {
		s := spec
		s.ID = fmt.Sprintf("qp.send.nd-success/%d", i)
		s.Message, s.Findings, s.Trace, s.Notes = message, saying(message), message, []string{message, message}
		run.Specs = append(run.Specs, s)
	}
	return run
}

// TestWhatTellsMostHasRoom shows that the spec that stands for hundreds alike is not cut as
// short as they are.
func TestWhatTellsMostHasRoom(t *testing.T) {
	calls := strings.Repeat("a call after the other\n", 200)
	page := string(pageOf(t, fullRun(600, calls)))
	_, told, _ := strings.Cut(page, ` told"`)
	told, _, _ = strings.Cut(told, "</details>")
	_, other, _ := strings.Cut(page, `<details class="spec fail" id`)
	other, _, _ = strings.Cut(other, "</details>")
	if len(told) < 4*len(other) || len(other) == 0 {
		t.Errorf("the page that is told has %d bytes, the other %d", len(told), len(other))
	}
}

func TestSizes(t *testing.T) {
	const mega = 1 << 20
	long := strings.Repeat(`<"&'+é`+"\x00\n", mega/320)
	for name, run := range map[string]*reports.Run{
		"hostile": fullRun(600, long), "one line": fullRun(600, strings.Repeat("a", mega/32)),
		"one spec": fullRun(1, strings.Repeat(long, 32)),
	} {
		page := pageOf(t, run)
		if len(page) >= 2*mega {
			t.Errorf("%s: the page has %d bytes", name, len(page))
		}
		if !bytes.Contains(page, []byte("bytes are left out here")) {
			t.Errorf("%s: the page does not say that something is left out", name)
		}
		if summary := markdown.Summary(run, aCatalogue()); len(summary) >= mega {
			t.Errorf("%s: the summary has %d bytes", name, len(summary))
		}
		if n := bytes.Count(markdown.Annotations(run), []byte("\n")); n > 3*10 {
			t.Errorf("%s: %d annotations", name, n)
		}
	}
}

// TestFewFailuresAmongMany shows that what a failure has to show is shown in full although hundreds
// of other specs were not run because of it, and that these say why.
func TestFewFailuresAmongMany(t *testing.T) {
	run := fullRun(1, strings.Repeat("The queue holds nothing. ", 40))
	const why = "not run: waiting for the end of IND2Connector::Connect is in vain; see " +
		"connector.completeconnect.nd-success"
	for i := range 1200 {
		s := reports.Spec{
			ID: fmt.Sprintf("cq.vain/%d", i), Requirements: run.Specs[0].Requirements, Verdict: reports.NotRun,
			Message: why,
		}
		run.Specs = append(run.Specs, s)
	}
	page := pageOf(t, run)
	if bytes.Contains(page, []byte("left out here")) || bytes.Count(page, []byte(why)) < 1200 {
		t.Errorf("%d reasons are shown", bytes.Count(page, []byte(why)))
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 0, ""},
		{"short", 5, "short"},
		{"0123456789", 4, "01\n… 6 bytes are left out here; the JSON report has them …\n89"},
		{"<<>>", 20, "<<>>"},
		{"<<>>", 12, "<\n… 2 bytes are left out here; the JSON report has them …\n>"},
		{"ééé", 5, "é\n… 2 bytes are left out here; the JSON report has them …\né"},
		{"a\x00\xffb", 8, "a\ufffd\ufffdb"},
	} {
		if got := printable.Clip(c.text, c.limit); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

func TestStanding(t *testing.T) {
	for _, c := range []struct {
		count map[reports.Verdict]int
		want  reports.Verdict
	}{
		{map[reports.Verdict]int{reports.Pass: 3}, reports.Pass},
		{map[reports.Verdict]int{reports.Warn: 6, reports.Unobservable: 3, reports.Unsupported: 1}, reports.Pass},
		{map[reports.Verdict]int{reports.Warn: 1, reports.Unobservable: 4, reports.Unsupported: 1}, reports.Unobservable},
		{map[reports.Verdict]int{reports.Pass: 3, reports.Waived: 1}, reports.Waived},
		{map[reports.Verdict]int{reports.Pass: 3, reports.Waived: 1, reports.NotRun: 1}, reports.NotRun},
		{map[reports.Verdict]int{reports.Pass: 3, reports.NotRun: 1, reports.Fail: 1}, reports.Fail},
		{map[reports.Verdict]int{reports.Error: 1}, reports.Fail},
		{map[reports.Verdict]int{reports.Unobservable: 1, reports.Unsupported: 2}, reports.Unobservable},
		{map[reports.Verdict]int{reports.Unsupported: 2}, reports.Unsupported},
	} {
		p := reports.Profile{Count: c.count, Kept: c.count[reports.Pass] + c.count[reports.Warn]}
		for _, n := range c.count {
			p.Total += n
		}
		if got := p.Standing(); got != c.want {
			t.Errorf("standing of %v: %s, want %s", c.count, got, c.want)
		}
	}
}

func TestProfiles(t *testing.T) {
	var got []string
	for _, p := range reports.Profiles(everyVerdict(), aCatalogue()) {
		got = append(got, string(p.Name)+" "+p.Words())
	}
	want := []string{
		"core not met: 1 of 6 MUSTs kept, 2 broken, 3 not judged",
		"srq not claimed",
		"resize met: 1 of 1 MUSTs kept (1 with a warning)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("profiles %q, want %q", got, want)
	}
}

func TestAnnotations(t *testing.T) {
	run := fullRun(25, "50%\r\n::error::x")
	run.Incomplete = ""
	run.Specs[0].ID = "a:b,c%"
	if one := string(markdown.Annotations(run)); strings.Count(one,
		"\n") != 1 || !strings.Contains(one, "24 specs found the same") {
		t.Errorf("of one cause:\n%s", one)
	}
	for i := range run.Specs {
		run.Specs[i].Message = strings.Repeat("x", i) + run.Specs[i].Message // each has its own cause
		run.Specs[i].Findings = nil
	}
	lines := strings.Split(strings.TrimSuffix(string(markdown.Annotations(run)), "\n"), "\n")
	if len(lines) != 10 || !strings.HasPrefix(lines[9], "::error title=16 more::") {
		t.Errorf("%d annotations, the last %q", len(lines), lines[len(lines)-1])
	}
	run.Specs = run.Specs[:1]
	one := string(markdown.Annotations(run))
	if want := "::error title=fail a%3Ab%2Cc%25::a:b,c%25 moves the bytes%0A50%25 ::error::x%0A"; !strings.HasPrefix(one,
		want) {
		t.Errorf("annotation %q, want it to begin with %q", one, want)
	}
}

// TestLiteral finds the commands in what GitHub is given to print as its runner
// does: a line that begins with two colons, whatever is before them that is blank.
func TestLiteral(t *testing.T) {
	run := fullRun(1, "x\n::error::from the provider\n\t::add-mask::e")
	printed := append(markdown.Literal(text.Report(run, aCatalogue()), "TOKEN"), markdown.Annotations(run)...)
	var commands []string
	stopped := false
	for line := range strings.Lines(string(printed)) {
		command, _, _ := strings.Cut(strings.TrimSpace(line), "title=")
		switch {
		case command == "::stop-commands::TOKEN":
			stopped = true
		case command == "::TOKEN::":
			stopped = false
		case strings.HasPrefix(command, "::") && !stopped:
			commands = append(commands, command)
		}
	}
	if want := "[::error  ::error ]"; fmt.Sprint(commands) != want || stopped {
		t.Errorf("commands %q, stopped %v, of:\n%s", commands, stopped, printed)
	}
}

// badgeOf returns the words of a run's badge, and its color.
func badgeOf(t *testing.T, run *reports.Run, catalogue []requirement.Entry) (words, color string) {
	t.Helper()
	var says struct{ Message, Color string }
	if text, err := badge.JSON(run, catalogue); err != nil {
		t.Fatal(err)
	} else if err := json.Unmarshal(text, &says); err != nil {
		t.Fatal(err)
	}
	return says.Message, says.Color
}

func TestBadgeWords(t *testing.T) {
	part, waived := clean(), clean()
	part.Filters = []string{"cq.*"}
	waived.Specs = append(waived.Specs, reports.Spec{Verdict: reports.Waived})
	broken := everyVerdict()
	broken.Incomplete = ""
	for _, c := range []struct {
		run       *reports.Run
		catalogue []requirement.Entry
		want      string
	}{
		{&reports.Run{}, nil, "nothing ran"},
		{everyVerdict(), nil, "incomplete"},
		{broken, nil, "not conformant, 2 broken"},
		{clean(), nil, "conformant, self-attested"},
		{clean(), aCatalogue(), "part: 1 of 8 MUSTs"},
		{part, nil, "part: 0 of 0 MUSTs"},
		{waived, nil, "conformant, self-attested, 1 waived"},
	} {
		if got, _ := badgeOf(t, c.run, c.catalogue); got != c.want {
			t.Errorf("the badge says %q, want %q", got, c.want)
		}
	}
	for want, unseen := range map[string]reports.Verdict{
		"core 6 of 6, srq, resize, self-attested brightgreen": reports.Pass,
		"core 5 of 6, srq, resize, self-attested yellowgreen": reports.Unobservable,
	} {
		run := judged(aCatalogue(), func(e requirement.Entry) reports.Verdict {
			return map[string]reports.Verdict{"qp.send.nd-canceled": unseen}[e.ID]
		})
		words, color := badgeOf(t, run, aCatalogue())
		if got := words + " " + color; got != want {
			t.Errorf("the badge says %q, want %q", got, want)
		}
	}
}

var tag = regexp.MustCompile(`<(script|style|img|iframe|object|embed|link|base|meta)\b`)

// FuzzPages shows that whatever a provider makes a spec say stays text.
func FuzzPages(f *testing.F) {
	tags := len(tag.FindAll(append(ownText(f, "html/page.html"), ownText(f, "frame/frame.html")...), -1))
	f.Add("</script><script>alert(1)</script>", "</details></pre>", "a\" onclick=\"b", "javascript:alert(1)")
	f.Add("</pre>\n\n<img src=x>\n```\n", "[a](http://b) <!-- | `", "\x00\u202e\u2028", "https://e.com/\"><b>")
	f.Add("%0A::error::", "a\r\n::error::b", "{{.}}", "]]>")
	f.Fuzz(func(t *testing.T, message, title, id, provider string) {
		run := everyVerdict()
		for i := range run.Specs {
			s := &run.Specs[i]
			s.Message, s.Title, s.ID, s.Trace, s.Notes, s.Place, s.Package = message, title, id, message, []string{
				message,
			}, title, id
			s.Findings = saying(message)
			s.Requirements = []string{id}
		}
		run.Incomplete, run.Provider, run.Environment.Host, run.Filters = message, provider, title, []string{id}
		run.Requirements = []reports.Requirement{{
			ID: id, Verdict: reports.Verdict(title), Profile: id, Rule: message,
			Source: title, Level: provider,
		}}
		page := pageOf(t, run)
		if bytes.ContainsAny(page, "\x00\x1b") {
			t.Fatal("the page holds control characters")
		}
		if got := len(tag.FindAll(page, -1)); got != tags {
			t.Fatalf("%d tags that load or run something, want %d", got, tags)
		}
		if err := xml.Unmarshal(badge.SVG(run, aCatalogue()), new(struct{})); err != nil {
			t.Fatal(err)
		}
		if text, err := badge.JSON(run, aCatalogue()); err != nil || !json.Valid(text) {
			t.Fatalf("badge: %v", err)
		}
		for _, line := range strings.Split(strings.TrimSuffix(string(markdown.Annotations(run)), "\n"), "\n") {
			if !strings.HasPrefix(line,
				"::error title=") && !strings.HasPrefix(line, "::warning title=") && !strings.HasPrefix(line, "::notice title=") {
				t.Fatalf("a line that is no annotation: %q", line)
			}
		}
		if summary := string(markdown.Summary(run,
			aCatalogue())); strings.Count(summary,
			"<pre>") != strings.Count(summary,
			"</pre>") || strings.Count(summary, "<details>") != strings.Count(summary, "</details>") {
			t.Fatalf("the summary's boxes don't close:\n%s", summary)
		}
	})
}
