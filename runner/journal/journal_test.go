package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
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
		j, f, err := Resume(path, reports.Machine{})
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
		Entry{Kind: Opened, Target: &Target{}}, Entry{Kind: Started, Text: "a"}, result("a", reports.Pass), Entry{Kind: Finished})), "\n")
	for _, c := range []struct {
		name     string
		line     int
		old, new string
		says     string
	}{
		{"no header", 1, `"journal"`, `"diary"`, "its first line is no header"},
		{"another format", 1, `"journal":1`, `"journal":2`, "a journal of format 2; this program reads format 1"},
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
		endless:                    "endless:1: no journal: a line of more than 16 MiB",
		dir:                        "is no journal: it is a folder",
		os.DevNull:                 "is no journal: it is a device",
		filepath.Join(dir, "none"): "none",
	} {
		for name, read := range map[string]func() error{
			"read":   func() error { _, err := Read(path); return err },
			"merge":  func() error { _, err := ReadPart(path); return err },
			"resume": func() error { _, _, err := Resume(path, reports.Machine{}); return err },
		} {
			if err := read(); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s %s: %v", name, path, err)
			}
		}
	}
}

func TestResumeForgetsWhatWasLeftOver(t *testing.T) {
	path := file(t, write(t, header("a", "b"), result("a", reports.Pass), result("b", reports.NotRun),
		Entry{Kind: Incomplete, Text: "interrupted"}, Entry{Kind: Finished}))
	j, f, err := Resume(path, reports.Machine{})
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
	h.Waivers = []waivers.Waiver{{ID: "a", Provider: "fake", Reason: "known", Link: "https://example.com/1", Expires: "2026-03-01"}}
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

func part(t *testing.T, name string, h Header, entries ...Entry) *Part {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, write(t, h, entries...), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := ReadPart(path)
	if err != nil {
		t.Fatal(err)
	}
	p.Path = name
	return p
}

func TestMerge(t *testing.T) {
	one, two := header("a", "b", "c"), header("a", "b", "c")
	one.Shard, two.Shard = Shard{1, 2}, Shard{2, 2}
	target := Entry{Kind: Opened, Target: &Target{ProviderVersion: "1"}}
	first := part(t, "first", one, target, result("a", reports.Pass), result("c", reports.Fail), Entry{Kind: Finished})
	second := part(t, "second", two, target, result("b", reports.Warn), Entry{Kind: Finished})
	whole, err := Merge([]*Part{first, second})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := whole.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	r, err := Read(file(t, text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	run := r.Run()
	if verdicts(run) != "a=pass b=warn c=fail" || run.Incomplete != "" || run.Shard != "" || run.Seed != 7 {
		t.Errorf("%+v", run)
	}
	if sum := first.Run().Seconds + second.Run().Seconds; math.Abs(run.Seconds-sum) > 1e-3 {
		t.Errorf("%v seconds, of parts of %v", run.Seconds, sum)
	}
}

func TestMergeNamesHoles(t *testing.T) {
	h := header("a", "b", "c")
	h.Shard = Shard{1, 2}
	whole, err := Merge([]*Part{part(t, "first", h, result("a", reports.Pass), Entry{Kind: Incomplete, Text: "interrupted"}, Entry{Kind: Finished})})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, s := range whole.Rest() {
		ids = append(ids, s.ID)
	}
	if strings.Join(ids, " ") != "b c" || whole.Run().Incomplete != "first: interrupted" {
		t.Errorf("holes %v, incomplete %q", ids, whole.Run().Incomplete)
	}
}

func TestMergeRefuses(t *testing.T) {
	base := func() Header { return header("a", "b") }
	for name, c := range map[string]struct {
		change func(*Header)
		says   string
	}{
		"an overlap":         {func(*Header) {}, "a spec has a result in two journals: a (first, second)"},
		"another provider":   {func(h *Header) { h.Provider = "other" }, "differ in the provider: fake and other"},
		"other options":      {func(h *Header) { h.Provider = "fake,a=b" }, "differ in the provider: fake and fake,a=b"},
		"another peer":       {func(h *Header) { h.Peer = "other" }, "differ in the peer: none and other"},
		"another release":    {func(h *Header) { h.Environment.Version = "2" }, "differ in the suite: none and 2"},
		"another commit":     {func(h *Header) { h.Environment.Commit = "abc" }, "differ in the suite: none and abc"},
		"another platform":   {func(h *Header) { h.Environment.OS = "linux" }, "differ in the platform: / and linux/"},
		"another binary":     {func(h *Header) { h.Environment.Binary = "x" }, "differ in the binary that ran"},
		"another build":      {func(h *Header) { h.Environment.BuildID = "x" }, "differ in the binary that ran"},
		"another catalogue":  {func(h *Header) { h.Environment.Catalogue = "x" }, "differ in the catalogue"},
		"other specs":        {func(h *Header) { h.Environment.Suite = "x" }, "differ in the specs of the suite"},
		"other filters":      {func(h *Header) { h.Filters = []string{"a*"} }, "differ in the filters: none and a*"},
		"other profiles":     {func(h *Header) { h.Profiles = []string{"srq"} }, "differ in the selected profiles: none and srq"},
		"another seed":       {func(h *Header) { h.Seed = 8 }, "differ in the seed: 7 and 8"},
		"another scale":      {func(h *Header) { h.TimeoutScale = 2 }, "differ in --timeout-scale: 1 and 2"},
		"not as strict":      {func(h *Header) { h.Strict = true }, "differ in --strict: false and true"},
		"another plan":       {func(h *Header) { h.Plan = h.Plan[:1] }, "differ in the plan"},
		"with other waivers": {func(h *Header) { h.Waivers = make([]waivers.Waiver, 1) }, "differ in the waivers"},
	} {
		h := base()
		c.change(&h)
		_, err := Merge([]*Part{part(t, "first", base(), result("a", reports.Pass)), part(t, "second", h, result("a", reports.Pass))})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMergeRefusesShards shows that what is merged is parts of one division, and of one
// provider.
func TestMergeRefusesShards(t *testing.T) {
	on := func(name, shard, version, file string) *Part {
		h := header("a", "b", "c")
		h.Environment.Host = "host of " + name
		if name == "again" {
			h.Environment.Host = "host of first"
		}
		var err error
		h.Shard, err = ParseShard(shard)
		if err != nil {
			t.Fatal(err)
		}
		return part(t, name, h, Entry{Kind: Opened, Target: &Target{ProviderVersion: version, ProviderSHA256: file}}, Entry{Kind: Finished})
	}
	for _, c := range []struct {
		other *Part
		says  string
	}{
		{on("second", "1/3", "1", ""), "first and second are both of shard 1/3"},
		{on("second", "2/2", "1", ""), "first and second are not of one run: they are shards 1/3 and 2/2"},
		{on("second", "2/3", "1", "f"), "second is not of the run of first: the file of the provider changed during the run: f"},
		{on("again", "2/3", "2", ""), `again is not of the run of first: the provider changed during the run: version "2", peer "", and before "1"`},
	} {
		_, err := Merge([]*Part{c.other, on("first", "1/3", "1", "")})
		if err == nil || !strings.HasPrefix(err.Error(), c.says) && !strings.HasPrefix(err.Error(), strings.Replace(c.says, "first and second", "second and first", 1)) {
			t.Errorf("%v; want %s", err, c.says)
		}
	}
}

// TestMergeNamesMachines shows that a merged run knows on which machine each spec was
// judged, whatever the order of its journals, and that the journal of one that goes on
// elsewhere does.
func TestMergeNamesMachines(t *testing.T) {
	shard := func(index int, version string, result Entry) *Part {
		h := header("a", "b", "c")
		h.Shard, h.Environment.Host, h.Environment.Kernel = Shard{index, 3}, fmt.Sprint("node", index), "6.1"
		h.Started = h.Started.Add(-time.Duration(index) * time.Hour)
		return part(t, fmt.Sprint("shard", index), h, Entry{Kind: Opened, Target: &Target{ProviderVersion: version}}, result, Entry{Kind: Finished})
	}
	one, two, three := shard(1, "v1", result("a", reports.Fail)), shard(2, "v2", result("b", reports.Fail)), shard(3, "v1", result("c", reports.Pass))
	for _, p := range []*Part{one, two, three} {
		p.Waivers = []waivers.Waiver{{ID: "*", Provider: "fake", Version: "v2", Expires: "2999-12-31"}}
	}
	whole, err := Merge([]*Part{three, one})
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Absent) != 1 || whole.Absent[0].String() != "2/3" {
		t.Errorf("absent: %v", whole.Absent)
	}
	whole, err = Merge([]*Part{three, one, two})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := whole.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	path := file(t, text.Bytes())
	r, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	run := r.Run()
	var seen []string
	for _, s := range run.Specs {
		seen = append(seen, fmt.Sprintf("%s %s %s %s", s.ID, s.Verdict, run.Place(s).Host, run.Place(s).ProviderVersion))
	}
	if got := strings.Join(seen, ", "); got != "a fail node1 v1, b waived node2 v2, c pass node3 v1" {
		t.Error(got)
	}
	if !run.Started.Equal(three.Started) || run.Ended.Before(one.Run().Ended) || run.Environment.Host != "node1" || run.Environment.ProviderVersion != "v1" {
		t.Errorf("%+v", run)
	}
	resumed, locked, err := Resume(path, reports.Machine{Host: "node4"})
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close()
	resumed.Append(Entry{Kind: Opened, Target: &Target{ProviderVersion: "v4"}})
	if got := resumed.Run().Machines; len(got) != 4 || got[3].Host != "node4" || got[3].ProviderVersion != "v4" || resumed.Err() != nil {
		t.Errorf("%+v, %v", got, resumed.Err())
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
	for _, text := range []string{"", "1", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3"} {
		if _, err := ParseShard(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// TestLock shows that a journal is written by one process at a time: the lock is of
// an open file, so that one process will do.
func TestLock(t *testing.T) {
	path := file(t, write(t, header("a"), result("a", reports.Pass)))
	_, first, err := Resume(path, reports.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Resume(path, reports.Machine{}); !errors.Is(err, ErrInUse) {
		t.Errorf("a second time: %v", err)
	}
	if _, err := Read(path); err != nil {
		t.Errorf("read meanwhile: %v", err)
	}
	first.Close()
	_, again, err := Resume(path, reports.Machine{})
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
