package requirement

import (
	"slices"
	"testing"
)

// newRulesAreOfThisRelease shows that a rule which no earlier list of published ids has
// names the release that is being prepared: otherwise it would bind at once, and fail
// providers that are certified.
func newRulesAreOfThisRelease(t *testing.T, published []string) {
	t.Helper()
	for _, e := range All() {
		if !slices.Contains(published, e.ID) && e.Introduced() != Release() {
			t.Fatalf("%s is a new rule: its Since must be %q", e.ID, Release())
		}
	}
}

func TestProvisional(t *testing.T) {
	for _, c := range []struct {
		since    string
		releases []string
		want     bool
	}{
		{"0.1.0", []string{"0.1.0"}, false}, // nobody was certified before the first release
		{"0.1.0", []string{"0.1.0", "0.2.0"}, false},
		{"0.2.0", []string{"0.1.0", "0.2.0"}, true},
		{"0.2.0", []string{"0.1.0", "0.2.0", "0.3.0"}, false},
	} {
		if got := provisional(c.since, c.releases); got != c.want {
			t.Errorf("since %s in %v: %v, want %v", c.since, c.releases, got, c.want)
		}
	}
}

// TestBinds shows that a provisional rule warns, and that a strict run takes it for
// binding.
func TestBinds(t *testing.T) {
	for _, c := range []struct {
		entry         Entry
		loose, strict bool
	}{
		{Entry{Level: Must}, true, true},
		{Entry{Level: Must, Provisional: true}, false, true},
		{Entry{Level: Should}, false, false},
		{Entry{Level: Info}, false, false},
	} {
		if c.entry.Binds(false) != c.loose || c.entry.Binds(true) != c.strict {
			t.Errorf("%+v: %v, strict %v", c.entry, c.entry.Binds(false), c.entry.Binds(true))
		}
	}
}

// TestReleases shows that every rule names a release that there is, and that the rules
// of the first release do not name it, so that nothing is said twice.
func TestReleases(t *testing.T) {
	for _, e := range All() {
		if !slices.Contains(releases, e.Introduced()) {
			t.Errorf("%s is of %q, which is no release", e.ID, e.Since)
		}
		if e.Provisional && len(releases) == 1 {
			t.Errorf("%s is provisional, and nobody can have been certified", e.ID)
		}
		if e.Since == releases[0] {
			t.Errorf("%s: leave out Since, which is the first release", e.ID)
		}
	}
}
