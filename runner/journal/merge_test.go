package journal

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/waivers"
)

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

// TestConduct shows that a run says how it was carried out, however it was put together.
func TestConduct(t *testing.T) {
	of := func(i int, spec string, more ...Entry) *Part {
		h := header("a", "b", "c")
		h.Shard, h.Conduct = Shard{i, 3}, reports.Conduct{Workers: 4, Round: 2, Rounds: 2, Shards: 9, Resumed: 9}
		target := Entry{Kind: Opened, Target: &Target{ProviderVersion: "1"}}
		return part(t, spec, h, append([]Entry{target, result(spec, reports.Pass)}, more...)...)
	}
	resumed := []Entry{{Kind: Resumed}, {Kind: Finished}}
	once := reports.Conduct{Workers: 4, Round: 2, Rounds: 2, Resumed: 1}
	if got := of(1, "a", resumed...).Run().Conduct; got != once {
		t.Errorf("resumed: %+v", got)
	}
	two, err := Merge([]*Part{of(1, "a", resumed...), of(2, "b", Entry{Kind: Finished})})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Merge([]*Part{two, of(3, "c", Entry{Kind: Finished})})
	if err != nil {
		t.Fatal(err)
	}
	want := reports.Conduct{Workers: 4, Round: 2, Rounds: 2, Shards: 3, Resumed: 1}
	if got := whole.Run().Conduct; got != want {
		t.Errorf("merged and merged again: %+v", got)
	}
}

// TestMergeKeepsWhatLasts shows that a merged run names what keeps a part from being whole, and
// goes on doing so when it is merged again.
func TestMergeKeepsWhatLasts(t *testing.T) {
	h := header("a")
	h.Shard = Shard{1, 1}
	whole, err := Merge([]*Part{part(t, "first", h, result("a", reports.Pass),
		Entry{Kind: Incomplete, Text: "interrupted"}, Entry{Kind: Incomplete, Text: "a leak", Lasting: true},
		Entry{Kind: Finished})})
	if err != nil {
		t.Fatal(err)
	}
	whole.Path = "whole"
	again, err := Merge([]*Part{whole})
	if err != nil {
		t.Fatal(err)
	}
	if run := again.Run(); run.Incomplete != "whole: first: a leak" {
		t.Errorf("%q", run.Incomplete)
	}
}

func TestMergeNamesHoles(t *testing.T) {
	h := header("a", "b", "c")
	h.Shard = Shard{1, 2}
	whole, err := Merge([]*Part{part(t, "first", h, result("a", reports.Pass),
		Entry{Kind: Incomplete, Text: "interrupted"}, Entry{Kind: Finished})})
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
		"an overlap":        {func(*Header) {}, "a spec has a result in two journals: a (first, second)"},
		"another provider":  {func(h *Header) { h.Provider = "other" }, "differ in the provider: fake and other"},
		"other options":     {func(h *Header) { h.Provider = "fake,a=b" }, "differ in the provider: fake and fake,a=b"},
		"another peer":      {func(h *Header) { h.Peer = "other" }, "differ in the peer: none and other"},
		"another release":   {func(h *Header) { h.Environment.Version = "2" }, "differ in the suite: none and 2"},
		"another commit":    {func(h *Header) { h.Environment.Commit = "abc" }, "differ in the suite: none and abc"},
		"another platform":  {func(h *Header) { h.Environment.OS = "linux" }, "differ in the platform: / and linux/"},
		"another binary":    {func(h *Header) { h.Environment.Binary = "x" }, "differ in the binary that ran"},
		"another build":     {func(h *Header) { h.Environment.BuildID = "x" }, "differ in the binary that ran"},
		"another catalogue": {func(h *Header) { h.Environment.Catalogue = "x" }, "differ in the catalogue"},
		"other specs":       {func(h *Header) { h.Environment.Suite = "x" }, "differ in the specs of the suite"},
		"other filters":     {func(h *Header) { h.Filters = []string{"a*"} }, "differ in the filters: none and a*"},
		"other profiles": {func(h *Header) {
			h.Profiles = []string{"srq"}
		}, "differ in the selected profiles: none and srq"},
		"another seed":       {func(h *Header) { h.Seed = 8 }, "differ in the seed: 7 and 8"},
		"another scale":      {func(h *Header) { h.TimeoutScale = 2 }, "differ in --timeout-scale: 1 and 2"},
		"not as strict":      {func(h *Header) { h.Strict = true }, "differ in --strict: false and true"},
		"another plan":       {func(h *Header) { h.Plan = h.Plan[:1] }, "differ in the plan"},
		"with other waivers": {func(h *Header) { h.Waivers = make([]waivers.Waiver, 1) }, "differ in the waivers"},
	} {
		h := base()
		c.change(&h)
		_, err := Merge([]*Part{
			part(t, "first", base(), result("a", reports.Pass)),
			part(t, "second", h, result("a", reports.Pass)),
		})
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
		return part(t, name, h, Entry{Kind: Opened, Target: &Target{ProviderVersion: version, ProviderSHA256: file}},
			Entry{Kind: Finished})
	}
	for _, c := range []struct {
		other *Part
		says  string
	}{
		{on("second", "1/3", "1", ""), "first and second are both of shard 1/3"},
		{on("second", "2/2", "1", ""), "first and second are not of one run: they are shards 1/3 and 2/2"},
		{
			on("second", "2/3", "1", "f"),
			"second is not of the run of first: the file of the provider changed during the run: f",
		},
		{
			on("again", "2/3", "2", ""),
			`again is not of the run of first: the provider changed during the run: version "2", peer "", and before "1"`,
		},
	} {
		_, err := Merge([]*Part{c.other, on("first", "1/3", "1", "")})
		if err == nil || !strings.HasPrefix(err.Error(),
			c.says) && !strings.HasPrefix(err.Error(), strings.Replace(c.says, "first and second", "second and first", 1)) {
			t.Errorf("%v; want %s", err, c.says)
		}
	}
}

// TestMergeNamesMachines shows that a merged run knows on which machine each spec was
// judged, whatever the order of its journals, and so does a run that goes on elsewhere.
func TestMergeNamesMachines(t *testing.T) {
	shard := func(index int, version string, result Entry) *Part {
		h := header("a", "b", "c")
		h.Shard, h.Environment.Host, h.Environment.Kernel = Shard{index, 3}, fmt.Sprint("node", index), "6.1"
		h.Started = h.Started.Add(-time.Duration(index) * time.Hour)
		return part(t, fmt.Sprint("shard", index), h, Entry{Kind: Opened, Target: &Target{ProviderVersion: version}}, result,
			Entry{Kind: Finished})
	}
	one, two, three := shard(1, "v1",
		result("a", reports.Fail)), shard(2, "v2", result("b", reports.Fail)), shard(3, "v1", result("c", reports.Pass))
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
	if !run.Started.Equal(three.Started) || run.Ended.Before(one.Run().Ended) || run.Environment.Host != "node1" ||
		run.Environment.ProviderVersion != "v1" {
		t.Errorf("%+v", run)
	}
	resumed, locked, err := Resume(path, reports.Machine{Host: "node4"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close()
	resumed.Append(Entry{Kind: Opened, Target: &Target{ProviderVersion: "v4"}})
	if got := resumed.Run().Machines; len(got) != 4 || got[3].Host != "node4" || got[3].ProviderVersion != "v4" ||
		resumed.Err() != nil {
		t.Errorf("%+v, %v", got, resumed.Err())
	}
}
