package requirement

import (
	"bufio"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

var update = flag.Bool("update", false, "rewrite the list of published ids")

func TestEntriesAreWellFormed(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9]+(-[a-z0-9]+)*)+$`)
	kinds := []Kind{Return, Completion, NeverCompletion, Asynchronous, Ordering, Notification, Limit, Lifetime, Data}
	seen := map[string]bool{}
	for _, e := range All() {
		if !id.MatchString(e.ID) {
			t.Errorf("%q is not made of lower-case names joined by dots", e.ID)
		}
		if seen[e.ID] {
			t.Errorf("%s is in the catalogue twice", e.ID)
		}
		seen[e.ID] = true
		if e.Interface == "" || e.Source == "" || e.Rule == "" || e.Profile == "" {
			t.Errorf("%s lacks an interface, source, rule or profile: %+v", e.ID, e)
		}
		if !strings.HasSuffix(e.Rule, ".") || strings.Contains(e.Rule, "\n") {
			t.Errorf("%s: the rule is not one sentence: %q", e.ID, e.Rule)
		}
		if !slices.Contains(kinds, e.Kind) || !slices.Contains([]Level{Must, Should, Info}, e.Level) {
			t.Errorf("%s has the kind %q and the level %q", e.ID, e.Kind, e.Level)
		}
		if e.MayCrash && e.Level == Must {
			t.Errorf("%s is a MUST, and may crash a provider", e.ID)
		}
		if len(e.Accept) > 1 && e.Ruling == "" {
			t.Errorf("%s accepts several statuses without a ruling", e.ID)
		}
		if e.Kind == Return && e.Code != "" && len(e.Accept) == 0 {
			t.Errorf("%s names the code %s, which nd2 does not know, and no accept set", e.ID, e.Code)
		}
		for i, s := range e.Accept {
			if slices.Contains(e.Accept[:i], s) {
				t.Errorf("%s accepts %v twice", e.ID, s)
			}
		}
	}
}

// Each documented code has exactly one entry.
func TestEveryDocumentedCodeHasAnEntry(t *testing.T) {
	count := map[string]int{}
	for _, e := range All() {
		request := e.Request
		if request == "" {
			request = "-"
		}
		if e.Code != "" {
			count[e.Interface+"::"+e.Method+" "+string(e.Kind)+" "+request+" "+e.Code]++
		}
	}
	for _, row := range lines(t, "testdata/documented.txt") {
		if count[row] != 1 {
			t.Errorf("%s: %d entries, want 1", row, count[row])
		}
	}
}

// A published id is never renamed and never vanishes: reports, waivers and
// certificates refer to it.
func TestPublishedIDsStay(t *testing.T) {
	const golden = "testdata/ids.txt"
	newRulesAreOfThisRelease(t, lines(t, golden))
	if *update {
		var b strings.Builder
		b.WriteString("# The published ids. Lines are added, never changed or removed.\n")
		for _, e := range All() {
			b.WriteString(e.ID + "\n")
		}
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	published := lines(t, golden)
	for _, id := range published {
		if _, ok := Lookup(id); !ok {
			t.Errorf("%s was published and is gone", id)
		}
	}
	for _, e := range All() {
		if !slices.Contains(published, e.ID) {
			t.Errorf("%s is not yet published: run go test ./requirement -update", e.ID)
		}
	}
}

func TestOfFillsInWhatAPageHasInCommon(t *testing.T) {
	got := of(Entry{Interface: "I", Method: "M", Kind: Return, Profile: Core, Source: "s", Needs: []Need{NeedSRQ}},
		Entry{ID: "a.b", Code: "ND_PENDING", Needs: []Need{NeedRead}},
		Entry{ID: "a.c", Kind: NeverCompletion, Code: "ND_PENDING", Level: Should})
	if e := got[0]; e.Interface != "I" || e.Level != Must || !slices.Equal(e.Accept,
		[]nd2.Status{nd2.Pending}) || !slices.Equal(e.Needs, []Need{NeedSRQ, NeedRead}) {
		t.Errorf("first entry: %+v", e)
	}
	if e := got[1]; e.Kind != NeverCompletion || e.Level != Should || e.Accept != nil {
		t.Errorf("second entry: %+v", e)
	}
}

// lines reads a file without its comment lines.
func lines(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := s.Text(); !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}
