package selftest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/selftest/mutant/seeded"
	"github.com/ndconform/ndconform/watch/record"
)

// Each seeded fault that nobody can see is one, and has one reason.
func TestUnseenFaults(t *testing.T) {
	known := map[string]bool{}
	for _, f := range seeded.Faults() {
		known[f.ID] = true
	}
	for _, group := range unseenFaults {
		for _, name := range group.names {
			id := "stateful/" + name
			if !known[id] || unseenFault(id) == "" {
				t.Errorf("%s is no seeded fault, or has two reasons", id)
			}
			delete(known, id)
		}
	}
	if len(known) < 60 {
		t.Errorf("one side can see %d faults only", len(known))
	}
	for id := range known {
		if why := unseenFault(id); why != "" {
			t.Errorf("%s: %s", id, why)
		}
	}
}

// Each beginning of an id is that of a rule, which is unseen for no other reason.
func TestUnseenRules(t *testing.T) {
	for _, group := range unseenRules {
		for _, start := range group.starts {
			if !slices.ContainsFunc(requirement.All(), func(e requirement.Entry) bool { return startsTo(e.ID)(start) }) {
				t.Errorf("no rule begins with %q", start)
			}
		}
	}
	for rule, want := range map[string]string{
		"cq.getresults.contexts": "", "qp.send.delivers": bytesOnly, "cq.notify.never-stuck": neverComes,
		"qp.send.inline-is-copied": "it is advice",
		"ndk.closeadapter.waits":   "v1, NDK, COM and Microsoft's own habits are not watched",
	} {
		if why := unseen(rule); why != want {
			t.Errorf("%s: %q, want %q", rule, why, want)
		}
	}
}

// write writes a finding about the provider, and one about the program.
func write(file string) error {
	f, err := record.Append(file)
	if err != nil {
		return err
	}
	for _, found := range []judge.Finding{
		{ID: "x.z", Of: judge.Provider}, {ID: "client.x", Of: judge.Program}, {ID: "x.y", Of: judge.Provider},
	} {
		err = errors.Join(err, f.Write(record.Entry{Found: &found}))
	}
	return errors.Join(err, f.Close())
}

// What the layer says of a provider that generated programs drive is in the matrix, whatever these find.
func TestSearchesAreWatched(t *testing.T) {
	x := exploration(nil, seededFault("s/one", "order"), seededFault("stateful/starved-200-ms", "notification"))
	x.Watched = func(id, findings string) string { return "watched,findings=" + findings + ",id=" + id }
	plain := x.Explore
	x.Explore = func(ctx context.Context, provider string, o explore.Options) (explore.Result, error) {
		within, ok := strings.CutPrefix(provider, "watched,findings=")
		if !ok {
			return plain(ctx, provider, o)
		}
		file, id, _ := strings.Cut(within, ",id=")
		if id != "s/one" || !slices.Equal(o.Excused, []string{whatever}) || o.For != x.For {
			return explore.Result{}, errors.New("other options")
		}
		return explore.Result{}, write(file)
	}
	s, err := Explore(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if w := s.Mutants[0].Watched; w.Unseen != "" || !slices.Equal(w.Rules, []string{"x.y", "x.z"}) {
		t.Errorf("%+v", w)
	}
	if w := s.Mutants[1].Watched; w.Unseen != neverComes || len(w.Rules) > 0 {
		t.Errorf("%+v", w)
	}
	const want = "the validation layer alone names 1 of 1 mutant that one side can see, 100 %; " +
		"1 of them by the very rule\n"
	if !strings.Contains(s.Text(), want) {
		t.Error(s.Text())
	}
}

func TestWhatIsNoFileOfFindings(t *testing.T) {
	name := filepath.Join(t.TempDir(), "findings")
	if rules, err := broken(name); err != nil || len(rules) > 0 {
		t.Errorf("without a file: %v, %v", rules, err)
	}
	if err := os.WriteFile(name, []byte("no entry\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := broken(name); err == nil {
		t.Error("what is no entry is taken")
	}
}
