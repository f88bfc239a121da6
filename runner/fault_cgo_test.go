//go:build cgo && unix

package runner_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// TestFaultInC shows that a call which ends the process from C code costs the spec
// that made it, which says how and where.
func TestFaultInC(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]struct{ message, trace string }{
		"c-null":  {"SIGSEGV: segmentation violation", "fake._Cfunc_dereference"},
		"c-stack": {"SIGSEGV: segmentation violation", "fake._Cfunc_overflow"},
		"c-abort": {"SIGABRT: abort", "fake._Cfunc_abort"},
		"c-exit":  {"exit status 0", ""},
	} {
		r := run(t, "fake,mode="+mode, "fake.fail", "fake.garbage", "fake.pass", "fake.pass/again", "fake.unsupported")
		if n := r.Count(); r.Incomplete != "" || n[reports.Error] != 1 || n[reports.Pass] != 2 || n[reports.Fail] != 1 ||
			n[reports.Unsupported] != 1 {
			t.Errorf("%s: incomplete %q, %v", mode, r.Incomplete, n)
		}
		s := r.Specs[1]
		if s.Verdict != reports.Error || !strings.HasPrefix(s.Message, "the process ended in this spec: ") ||
			!strings.Contains(s.Message, want.message) || !strings.Contains(s.Trace, want.trace) {
			t.Errorf("%s: %s, %q\n%s", mode, s.Verdict, s.Message, s.Trace)
		}
	}
}
