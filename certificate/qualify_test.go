package certificate

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// TestRunsThatDoNotQualify shows what is not certified, and that all reasons are
// given at once.
func TestRunsThatDoNotQualify(t *testing.T) {
	private, _ := keys(t)
	set := func(index int, v reports.Verdict) func(*reports.Run) {
		return func(run *reports.Run) { run.Specs[index].Verdict = v }
	}
	for name, c := range map[string]struct {
		change func(*reports.Run)
		says   []string
	}{
		"filtered": {func(r *reports.Run) {
			r.Filters = []string{"cq.*", "srq.*"}
		}, []string{"--filter=cq.*,srq.*"}},
		"of a profile": {func(r *reports.Run) { r.Profiles = []string{"core"} }, []string{"--profile=core"}},
		"a shard":      {func(r *reports.Run) { r.Shard = "2/3" }, []string{"shard 2/3; merge"}},
		"failed":       {set(4, reports.Fail), []string{"1 spec failed: srq.a"}},
		"crashed":      {set(4, reports.Error), []string{"1 spec failed: srq.a"}},
		"core waived": {
			set(0, reports.Waived),
			[]string{
				"profile core can't be granted",
				"met but for waivers: 1 of 3 MUSTs kept (1 with a warning), 1 waived, 1 not observable",
			},
		},
		"two things": {func(r *reports.Run) {
			r.Shard, r.Incomplete = "2/3", "cut off"
		}, []string{"incomplete: cut off; the run was of shard 2/3"}},
		"a failure and more": {func(r *reports.Run) {
			r.Shard = "2/3"
			set(4, reports.Fail)(r)
		}, []string{"can't be certified: the run is not conformant: 1 spec failed: srq.a; the run was of"}},
		"core of nothing": {func(r *reports.Run) {
			set(0, reports.Unobservable)(r)
			set(1, reports.Unobservable)(r)
		}, []string{"too little observed: 0 of 3 MUSTs (0 %; 60 % are needed)"}},
		"core not claimed": {func(r *reports.Run) {
			set(0, reports.Unsupported)(r)
			set(1, reports.Unsupported)(r)
		}, []string{"too little observed: 0 of 3 MUSTs (0 %; 60 % are needed)"}},
		"an unknown binary": {func(r *reports.Run) {
			r.Environment.Binary = ""
		}, []string{"does not name the binary that ran"}},
		"a spec not there": {func(r *reports.Run) {
			r.Specs = r.Specs[1:]
		}, []string{"the report lacks 1 spec of the suite: cq.a"}},
		"of no known suite": {func(r *reports.Run) {
			r.Environment.Suite = ""
		}, []string{"of another suite", "specs unknown"}},
		"an unjudged result": {func(r *reports.Run) { set(1, reports.NotRun)(r) }, []string{"1 not judged"}},
	} {
		b, err := New(findings(t, c.change), suite(), provider, private)
		refused := (*RefusalError)(nil)
		if !errors.As(err, &refused) || b != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, text := range c.says {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v; want %q", name, err, text)
			}
		}
	}
}

// TestGrants shows what each verdict does to the profile of its rule.
func TestGrants(t *testing.T) {
	for v, want := range map[reports.Verdict][]string{
		reports.Pass:         {"core", "srq", "memory-window"},
		reports.Warn:         {"core", "srq", "memory-window"},
		reports.Waived:       {"core", "srq"},
		reports.Unobservable: {"core", "srq"},
		reports.Unsupported:  {"core", "srq"},
		reports.NotRun:       {"core", "srq"},
		reports.Fail:         {"core", "srq"},
	} {
		e := findings(t, func(r *reports.Run) { r.Specs[3].Verdict = v })
		if got := grants(reports.Profiles(e.Run, catalogue)); !slices.Equal(got, want) {
			t.Errorf("memory windows %s: %v, want %v", v, got, want)
		}
	}
	e := findings(t, func(r *reports.Run) { r.Specs[0].Verdict = reports.Waived })
	if got := grants(reports.Profiles(e.Run, catalogue)); len(got) > 0 {
		t.Errorf("without core: %v", got)
	}
}

func TestUnreleased(t *testing.T) {
	for _, c := range []struct {
		e    reports.Environment
		says string
	}{
		{reports.Environment{Version: "v1.2.3"}, ""},
		{reports.Environment{Version: "v1.2.3-rc.1", Commit: "c0ffee"}, ""},
		{reports.Environment{Version: "(devel)", Commit: "c0ffee"}, ""},
		{reports.Environment{Version: "v0.0.0-20260301120000-0123456789ab"}, ""},
		{reports.Environment{Version: "(devel)"}, `names no commit, and its version, "(devel)", is not a release`},
		{reports.Environment{Version: "unknown"}, "is not a release"},
		{reports.Environment{}, "is not a release"},
		{reports.Environment{Version: "v1.2.3", Commit: "c0ffee", Modified: true}, "not as committed"},
		{reports.Environment{Version: "v1.2.3", Modified: true}, "not as committed"},
		{reports.Environment{Version: "v1.2.4-0.20260301120000-0123456789ab+dirty", Commit: "c0ffee"}, "not as committed"},
	} {
		if got := strings.Join(Unreleased(c.e), "; "); (got == "") != (c.says == "") || !strings.Contains(got, c.says) {
			t.Errorf("%+v: %q, want %q", c.e, got, c.says)
		}
	}
}

// TestMachines shows that a certificate names where the run was, be it one machine or
// several.
func TestMachines(t *testing.T) {
	one := machines(findings(t, func(r *reports.Run) {
		r.Environment.Host, r.Environment.PeerHost = "box", &reports.Host{Name: "far"}
	}).Run)
	if len(one) != 1 || one[0].Host != "box" || one[0].Specs == 0 || one[0].PeerHost == nil ||
		one[0].PeerHost.Name != "far" {
		t.Errorf("%+v", one)
	}
	several := machines(findings(t, func(r *reports.Run) {
		r.Machines = []reports.Machine{{Host: "node1", ProviderVersion: "1"}, {Host: "node2", ProviderVersion: "2"}}
		for i := range r.Specs {
			r.Specs[i].Machine = 2
		}
	}).Run)
	if len(several) != 2 || several[0].Specs != 0 || several[1].Specs != one[0].Specs ||
		several[1].ProviderVersion != "2" {
		t.Errorf("%+v", several)
	}
}
