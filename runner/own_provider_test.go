package runner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// TestOwnProvider shows that each spec can run on a separate provider, in one process, and that a provider which can't
// be opened or closed costs its spec only.
func TestOwnProvider(t *testing.T) {
	t.Parallel()
	c := config("fake,depth=8")
	c.OwnProviders = map[string]string{
		"fake.pass":        "fake,mode=close-error",
		"fake.pass/again":  "fake,mode=open-error",
		"fake.fail":        "fake,mode=close-panic",
		"fake.unsupported": "fake,mode=unknown-status",
		"fake.warn":        "fake",
	}
	got, err := runner.Run(context.Background(),
		plan("fake.pass", "fake.pass/again", "fake.fail", "fake.unsupported", "fake.warn", "fake.panic"), c)
	if err != nil || got.Incomplete != "" {
		t.Fatalf("%v, %q", err, got.Incomplete)
	}
	want := map[string]struct {
		verdict reports.Verdict
		message string
	}{
		"fake.pass": {reports.Error, "a port is still in use"},
		"fake.pass/again": {
			reports.Error,
			"the provider fake,mode=open-error can't be put under test: provider fake: no such device",
		},
		"fake.fail":        {reports.Error, "fake: closed"},
		"fake.unsupported": {reports.Error, "IND2Provider::ResolveAddress"},
		"fake.warn":        {reports.Warn, "accepted, not preferred"},
		"fake.panic":       {reports.Error, "boom"},
	}
	for _, s := range got.Specs {
		w := want[s.ID]
		if s.Verdict != w.verdict || !strings.Contains(s.Message, w.message) {
			t.Errorf("%s: %s %q, want %s %q", s.ID, s.Verdict, s.Message, w.verdict, w.message)
		}
		delete(want, s.ID)
	}
	if len(want) > 0 {
		t.Errorf("not run: %v", want)
	}
}
