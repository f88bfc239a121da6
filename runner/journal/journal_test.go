package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/waivers"
)

func header(ids ...string) Header {
	h := Header{Provider: "fake", Seed: 7, TimeoutScale: 1, Started: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	for _, id := range ids {
		h.Plan = append(h.Plan, Spec{ID: id, Title: "title of " + id, Requirements: []string{id}})
	}
	return h
}

func result(id string, v reports.Verdict) Entry {
	return Entry{Kind: Ended, Spec: &reports.Spec{ID: id, Title: "title of " + id, Requirements: []string{id}, Verdict: v}}
}

// begun puts before each result that has not started that it does, on a provider that is open.
func begun(entries []Entry) (list []Entry) {
	open, started := false, map[string]bool{}
	for _, e := range entries {
		open = open || e.Kind == Opened
		if e.Kind == Started {
			started[e.Text] = true
		}
		if e.Kind == Ended && !started[e.Spec.ID] {
			if !open {
				list = append(list, Entry{Kind: Opened, Target: &Target{}})
				open = true
			}
			list = append(list, Entry{Kind: Started, Text: e.Spec.ID})
			started[e.Spec.ID] = true
		}
		list = append(list, e)
	}
	return list
}

// write returns the text of a journal.
func write(t *testing.T, h Header, entries ...Entry) []byte {
	t.Helper()
	var text bytes.Buffer
	j, err := New(&text, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range begun(entries) {
		j.Append(e)
	}
	if err := j.Err(); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func file(t *testing.T, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func verdicts(run *reports.Run) string {
	var list []string
	for _, s := range run.Specs {
		list = append(list, s.ID+"="+string(s.Verdict))
	}
	return strings.Join(list, " ")
}

func TestWhatIsReadIsWhatWasWritten(t *testing.T) {
	var text bytes.Buffer
	j, err := New(&text, header("a", "b", "c"))
	if err != nil {
		t.Fatal(err)
	}
	if text.Len() > 0 {
		t.Error("something is written before the first entry")
	}
	entries := []Entry{
		{Kind: Opened, Target: &Target{ProviderVersion: "1"}},
		{Kind: Started, Text: "a"},
		result("a", reports.Pass),
		{Kind: Started, Text: "b"},
		result("b", reports.Pass),
		result("b", reports.Error),
		{Kind: Started, Text: "c"},
	}
	for _, e := range entries {
		j.Append(e)
	}
	r, err := Read(file(t, text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	got := r.Run()
	if got.Incomplete != cutOff || verdicts(got) != "a=pass b=error c=notrun" || got.Environment.ProviderVersion != "1" {
		t.Errorf("%+v", got)
	}
	if !reflect.DeepEqual(got, j.Run()) {
		t.Errorf("read back:\n%+v\nwritten:\n%+v", got, j.Run())
	}
	if left := r.Rest(); len(left) != 1 || left[0].ID != "c" {
		t.Errorf("left: %v", left)
	}
	if failed := r.Failed(); len(failed) != 1 || failed[0].ID != "b" {
		t.Errorf("failed: %v", failed)
	}
	j.Append(result("c", reports.Warn))
	j.Append(Entry{Kind: Finished})
	if run := j.Run(); run.Incomplete != "" || verdicts(run) != "a=pass b=error c=warn" {
		t.Errorf("%+v", run)
	}
}

// TestEveryCut shows that a journal that is cut off anywhere after its header is
// read up to there, and can be gone on with.
func TestEveryCut(t *testing.T) {
	text := write(t, header("a", "b"), result("a", reports.Pass), result("b", reports.Fail), Entry{Kind: Finished})
	head := bytes.IndexByte(text, '\n') + 1
	for cut := range len(text) {
		path := file(t, text[:cut])
		j, f, err := Resume(path, reports.Machine{}, nil)
		if cut < head {
			if damage := (*DamageError)(nil); !errors.As(err, &damage) || damage.Line != 1 {
				t.Errorf("cut at %d: %v", cut, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		j.Append(Entry{Kind: Opened, Target: &Target{}})
		for _, s := range j.Rest() {
			j.Append(Entry{Kind: Started, Text: s.ID})
			j.Append(result(s.ID, map[string]reports.Verdict{"a": reports.Pass, "b": reports.Fail}[s.ID]))
		}
		j.Append(Entry{Kind: Finished})
		f.Close()
		again, err := Read(path)
		if err != nil || j.Err() != nil {
			t.Fatalf("cut at %d: %v, %v", cut, err, j.Err())
		}
		if run := again.Run(); verdicts(run) != "a=pass b=fail" || run.Incomplete != "" {
			t.Errorf("cut at %d: %+v", cut, run)
		}
	}
}

func TestDamageIsNamedWithItsLine(t *testing.T) {
	lines := strings.SplitAfter(string(write(t, header("a", "b"),
		Entry{Kind: Opened, Target: &Target{}}, Entry{Kind: Started, Text: "a"}, result("a", reports.Pass),
		Entry{Kind: Finished})), "\n")
	for _, c := range []struct {
		name     string
		line     int
		old, new string
		says     string
	}{
		{"no header", 1, `"journal"`, `"diary"`, "its first line is not a header"},
		{"another format", 1, `"journal":1`, `"journal":2`, "a journal of format 2; this program reads format 1"},
		{
			"a shard of too many", 1, `"seed"`, `"shard":{"index":2,"count":9223372036854775807},"seed"`,
			"there are 9223372036854775807 shards, and there may be at most 65536",
		},
		{"an unknown field in the header", 1, `"seed"`, `"sead"`, `unknown field "sead"`},
		{"an impossible shard", 1, `"seed"`, `"shard":{"index":3,"count":2},"seed"`, "no shard 3 of 2"},
		{"a plan out of order", 1, `"id":"a"`, `"id":"c"`, "out of order"},
		{"no JSON", 2, `{"event"`, `{event`, "invalid character"},
		{"two objects", 3, "}\n", "}{}\n", "something follows"},
		{"an unknown event", 3, `"started"`, `"begun"`, `unknown event "begun"`},
		{"a key twice", 3, `"text":"a"`, `"text":"b","text":"a"`, `the key "text" is there twice`},
		{"a verdict twice", 4, `"verdict":"pass"`, `"verdict":"fail","Verdict":"pass"`, `the key "verdict" is there twice`},
		{"a key twice by another letter", 4, `"spec":{`, `"\u017fpec":null,"spec":{`, `the key "spec" is there twice`},
		{"a key twice in the header", 1, `"seed"`, `"provider":"other","seed"`, `the key "provider" is there twice`},
		{"an unknown field", 3, `"text"`, `"test"`, `unknown field "test"`},
		{"a spec that is not planned", 4, `"id":"a"`, `"id":"x"`, `spec "x" is not planned`},
		{"an unknown verdict", 4, `"pass"`, `"past"`, `unknown verdict "past"`},
		{
			"a pass that tells of a failure", 4, `"message":""`, `"message":"seen ND_CANCELED"`,
			"spec a ended as pass, and says what is wrong",
		},
		{
			"a result of other rules", 4, `"requirements":["a"]`, `"requirements":["b"]`,
			`spec a ended and claims ["b"], and ["a"] is planned`,
		},
		{"a result before it began", 4, `"seconds":0`, `"seconds":-1`, "spec a took -1 seconds"},
		{"no spec", 4, `"spec"`, `"text":"","spac"`, "unknown field"},
		{"an empty line", 5, lines[4], "\n", "EOF"},
	} {
		damaged := append([]string(nil), lines...)
		damaged[c.line-1] = strings.Replace(damaged[c.line-1], c.old, c.new, 1)
		path := file(t, []byte(strings.Join(damaged, "")))
		_, err := Read(path)
		damage := (*DamageError)(nil)
		if !errors.As(err, &damage) || damage.Line != c.line || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestWhatIsNoJournal shows that whatever is given as a journal is refused in one line,
// and costs no more memory than a line may.
func TestWhatIsNoJournal(t *testing.T) {
	dir := t.TempDir()
	endless := filepath.Join(dir, "endless")
	if err := os.WriteFile(endless, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(endless, 1<<34); err != nil { // which takes no room
		t.Skip(err)
	}
	for path, says := range map[string]string{
		endless:                    "endless:1: not a journal: it has a line of more than 16 MiB",
		dir:                        "is not a journal: it is a folder",
		os.DevNull:                 "is not a journal: it is a device",
		filepath.Join(dir, "none"): "none",
	} {
		for name, read := range map[string]func() error{
			"read":   func() error { _, err := Read(path); return err },
			"merge":  func() error { _, err := ReadPart(path); return err },
			"resume": func() error { _, _, err := Resume(path, reports.Machine{}, nil); return err },
		} {
			if err := read(); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s %s: %v", name, path, err)
			}
		}
	}
}

// TestResumeKeepsWhatLasts shows that a run in which a process failed after its last spec
// does not become whole by being resumed.
func TestResumeKeepsWhatLasts(t *testing.T) {
	for name, entries := range map[string][]Entry{
		"alone":   {{Kind: Incomplete, Text: "a leak", Lasting: true}},
		"first":   {{Kind: Incomplete, Text: "a leak", Lasting: true}, {Kind: Incomplete, Text: "interrupted"}},
		"later":   {{Kind: Incomplete, Text: "interrupted"}, {Kind: Incomplete, Text: "a leak", Lasting: true}},
		"resumed": {{Kind: Incomplete, Text: "a leak", Lasting: true}, {Kind: Resumed}},
	} {
		path := file(t, write(t, header("a"), append([]Entry{result("a", reports.Pass)}, entries...)...))
		j, f, err := Resume(path, reports.Machine{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		j.Append(Entry{Kind: Finished})
		if run := j.Run(); run.Incomplete != "a leak" || run.Conformant() {
			t.Errorf("%s: %q", name, run.Incomplete)
		}
		f.Close()
	}
}

// TestClockSetBack shows that a run takes no negative time, whatever the clock does.
func TestClockSetBack(t *testing.T) {
	r, err := NewRecord(Header{Version: Version, Provider: "fake", Started: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []Entry{
		{Kind: Resumed, At: r.Started.Add(-time.Hour)},
		{Kind: Finished, At: r.Started.Add(-2 * time.Hour)},
	} {
		if err := r.Apply(e); err != nil {
			t.Fatal(err)
		}
		if s := r.Run().Seconds; s != 0 {
			t.Errorf("%v seconds", s)
		}
	}
}

func TestResumeForgetsWhatWasLeftOver(t *testing.T) {
	path := file(t, write(t, header("a", "b"), result("a", reports.Pass), result("b", reports.NotRun),
		Entry{Kind: Incomplete, Text: "interrupted"}, Entry{Kind: Finished}))
	j, f, err := Resume(path, reports.Machine{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if run := j.Run(); run.Incomplete != "interrupted" {
		t.Errorf("before: %+v", run)
	}
	j.Append(result("b", reports.Pass))
	j.Append(Entry{Kind: Finished})
	if run := j.Run(); run.Incomplete != "" || verdicts(run) != "a=pass b=pass" {
		t.Errorf("%+v", run)
	}
}

func TestJournalThatCannotBeWritten(t *testing.T) {
	j, err := New(full{}, header("a"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range begun([]Entry{result("a", reports.Pass), {Kind: Finished}}) {
		j.Append(e)
	}
	if j.Err() == nil || verdicts(j.Run()) != "a=pass" {
		t.Errorf("error %v, %+v", j.Err(), j.Run())
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWaiversAreAppliedByTheRecord(t *testing.T) {
	h := header("a", "b")
	h.Waivers = []waivers.Waiver{{
		ID: "a", Provider: "fake", Reason: "known", Link: "https://example.com/1",
		Expires: "2026-03-01",
	}}
	r, err := Read(file(t, write(t, h, result("a", reports.Fail), result("b", reports.Fail), Entry{Kind: Finished})))
	if err != nil {
		t.Fatal(err)
	}
	run := r.Run()
	if verdicts(run) != "a=waived b=fail" || run.Requirements[0].Verdict != reports.Waived || len(run.Waivers) != 1 {
		t.Errorf("%+v", run)
	}
	if failed := r.Failed(); len(failed) != 1 || failed[0].ID != "b" {
		t.Errorf("failed: %v", failed)
	}
}

func TestShard(t *testing.T) {
	plan := header("a", "b", "c", "d", "e").Plan
	for text, want := range map[string]string{"1/1": "abcde", "1/2": "ace", "2/2": "bd", "3/3": "c", "6/6": ""} {
		s, err := ParseShard(text)
		var got string
		for _, one := range s.Of(plan) {
			got += one.ID
		}
		if err != nil || got != want || s.String() != text {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "1", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3", "1/65537", "2/9223372036854775807",
		"1/9223372036854775808",
	} {
		if _, err := ParseShard(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// TestLock shows that a journal is written by one process at a time: the lock is of
// an open file, so that one process will do.
func TestLock(t *testing.T) {
	path := file(t, write(t, header("a"), result("a", reports.Pass)))
	_, first, err := Resume(path, reports.Machine{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Resume(path, reports.Machine{}, nil); !errors.Is(err, ErrInUse) {
		t.Errorf("a second time: %v", err)
	}
	if _, err := Read(path); err != nil {
		t.Errorf("read meanwhile: %v", err)
	}
	first.Close()
	_, again, err := Resume(path, reports.Machine{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

func FuzzRead(f *testing.F) {
	h, err := json.Marshal(header("a"))
	if err != nil {
		f.Fatal(err)
	}
	h = append(bytes.Replace(h, []byte(`"journal":0`), []byte(`"journal":1`), 1), '\n')
	f.Add(h)
	f.Add(append(h, `{"event":"ended","spec":{"id":"a","verdict":"pass"}}`+"\n"...))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(_ *testing.T, text []byte) {
		if r, _, err := read(bytes.NewReader(text), "journal", func(Entry) {}); err == nil {
			r.Run()
			r.Rest()
		}
	})
}

// TestWithoutResult shows that a run which ended without a result of a spec says so.
func TestWithoutResult(t *testing.T) {
	j, err := New(io.Discard, header("a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range begun([]Entry{result("a", reports.Pass), {Kind: Finished}}) {
		j.Append(e)
	}
	if run := j.Run(); run.Incomplete != "b was not run: "+noResult || run.Specs[1].Message != noResult {
		t.Errorf("%q, %q", run.Incomplete, run.Specs[1].Message)
	}
}

// TestAChallengeGivesTheSeed shows that a journal is refused unless its challenge gives its seed.
func TestAChallengeGivesTheSeed(t *testing.T) {
	h := header("a")
	h.Version, h.Challenge, h.Seed = Version, "buyer-7f3a91c4", reports.SeedOf("buyer-7f3a91c4")
	if r, err := NewRecord(h); err != nil || r.Run().Challenge != h.Challenge {
		t.Errorf("%v", err)
	}
	h.Seed++
	if _, err := NewRecord(h); err == nil || !strings.Contains(err.Error(), "challenge buyer-7f3a91c4 gives") {
		t.Errorf("another seed: %v", err)
	}
	h.Challenge, h.Seed = "c", reports.SeedOf("c")
	if _, err := NewRecord(h); err == nil {
		t.Error("a challenge of one letter is taken")
	}
}
