package readers

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
)

// wants are the cases of the golden run that has every verdict: how each must be
// read, and what its message begins with.
var wants = map[string]struct {
	status  junit.Status
	message string
}{
	"run judges every selected spec": {
		junit.StatusError,
		"incomplete: interrupted by SIGTERM",
	},
	"cq.notify.nd-pending IND2CompletionQueue::Notify returns ND_PENDING": {junit.StatusPassed, ""},
	"cq.resize.nd-invalid-parameter refuses <0>":                          {junit.StatusPassed, ""},
	"endpoint.create.nd-success waived & all": {
		junit.StatusSkipped,
		"waived: known defect 17",
	},
	"mr.register.nd-access-violation no fault": {junit.StatusSkipped, "unobservable: needs the fault"},
	"qp.send.nd-canceled crashes":              {junit.StatusError, "panic: boom"},
	"qp.send.nd-success moves the bytes": {
		junit.StatusFailed,
		"the second Send: expected to return ND_SUCCESS; seen ND_PENDING",
	},
	"qp.send.nd-success/inline moves the bytes inline": {junit.StatusSkipped, "notrun: interrupted"},
	"srq.modify.nd-success modifies":                   {junit.StatusSkipped, "unsupported: no shared receive queues"},
}

func TestEveryVerdictIsRead(t *testing.T) {
	for _, path := range []string{"../testdata/every-verdict.xml", "../testdata/every-verdict.ant.xml"} {
		suites, err := junit.IngestFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(suites) != 1 || suites[0].Name != "ndconform" {
			t.Fatalf("%s: %+v", path, suites)
		}
		suite := suites[0]
		if total := suite.Totals; total.Tests != 9 || total.Passed != 2 || total.Failed != 1 || total.Error != 2 ||
			total.Skipped != 4 {
			t.Errorf("%s: %+v", path, total)
		}
		left := maps.Clone(wants)
		for _, c := range suite.Tests {
			want, ok := left[c.Name]
			delete(left, c.Name)
			if !ok || c.Status != want.status || !strings.HasPrefix(c.Message, want.message) || !strings.Contains(c.Classname,
				".") {
				t.Errorf("%s: %q of %s: %s, %q, want %+v", path, c.Name, c.Classname, c.Status, c.Message, want)
			}
		}
		if len(left) > 0 {
			t.Errorf("%s: not read are %q", path, slices.Collect(maps.Keys(left)))
		}
		if suite.Properties["provider"] != "ref,fabric=udp" {
			t.Errorf("%s: properties %v", path, suite.Properties)
		}
	}
}
