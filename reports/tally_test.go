package reports_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports/text"

	"github.com/ndconform/ndconform/reports"
)

// repeated is the golden run after two others, in which a spec passed and one failed.
func repeated() *reports.Run {
	first, second := everyVerdict(), everyVerdict()
	first.Specs[5].Verdict, second.Specs[5].Verdict = reports.Pass, reports.Pass
	second.Specs[0].Verdict = reports.Fail
	return reports.Repeated([]*reports.Run{first, second, everyVerdict()})
}

func TestRepeated(t *testing.T) {
	got := repeated().Repeats
	want := "[{cq.notify.nd-pending map[fail:1 pass:2]} {qp.send.nd-success map[fail:1 pass:2]}]"
	if got.Runs != 3 || fmt.Sprint(got.Unsteady) != want {
		t.Errorf("%d runs, %v, want %s", got.Runs, got.Unsteady, want)
	}
	if one := reports.Repeated([]*reports.Run{everyVerdict()}); one.Repeats != nil {
		t.Errorf("of one run, %v", one.Repeats)
	}
	conformsToSchemas(t, repeated())
	text := string(text.Report(repeated(), nil))
	if line := "repeats: 3 runs, which do not agree on cq.notify.nd-pending (1 × fail, 2 × pass), qp.send.nd-success " +
		"(1 × fail, 2 × pass)\n"; !strings.Contains(text, line) {
		t.Errorf("the text lacks %q:\n%s", line, text)
	}
	if page := pageOf(t, repeated()); !bytes.Contains(page, []byte("This is the last of 3 runs, which do not agree")) {
		t.Error("the page does not say what is unsteady")
	}
	steady := reports.Repeated([]*reports.Run{everyVerdict(), everyVerdict()})
	if page := pageOf(t, steady); !bytes.Contains(page, []byte("which agree on every spec")) {
		t.Error("the page does not say that the runs agree")
	}
}

// TestLinks shows that a rule leads to Microsoft's page, its heading, and the
// published catalogue, and that what a journal says of a source is no address.
func TestLinks(t *testing.T) {
	page := string(pageOf(t, everyPart()))
	for _, address := range []string{
		"/docs/IND2CompletionQueue.md#ind2completionqueue-interface\" rel=\"noopener noreferrer\"",
		"https://ndconform.github.io/ndconform/IND2CompletionQueue.Resize.html#cq.resize.nd-invalid-parameter",
	} {
		if !strings.Contains(page, address) {
			t.Errorf("nothing leads to %s", address)
		}
	}
	run := everyVerdict()
	run.Requirements = append(run.Requirements,
		reports.Requirement{ID: "unknown.id", Verdict: reports.Fail, Source: "javascript:alert(1), https://evil.example/"})
	if page := string(pageOf(t, run)); strings.Contains(page,
		"href=\"javascript") || strings.Contains(page, "href=\"https://evil") {
		t.Error("a source of a journal became an address")
	}
}
