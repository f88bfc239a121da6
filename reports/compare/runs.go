package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/reports"
)

func subjectOf(side Side) Subject {
	run := side.last()
	return Subject{
		Name: side.Name, Provider: run.Provider, ProviderVersion: run.Environment.ProviderVersion,
		Version: run.Environment.Release(), Started: run.Started.UTC().Format(time.RFC3339), Specs: len(run.Specs),
		Runs: len(side.Runs), LeftOut: side.LeftOut,
	}
}

// differences lists how two runs differ apart from what the provider did.
func differences(was, is *reports.Run) []string {
	a, b := was.Environment, is.Environment
	list := []string{}
	for _, d := range []struct {
		what     string
		old, new string
	}{
		{"the suite", cmp.Or(a.Suite, a.Release()), cmp.Or(b.Suite, b.Release())},
		{"the catalogue", a.Catalogue, b.Catalogue},
		{"the release of ndconform", a.Release(), b.Release()},
		{"the provider", was.Provider, is.Provider},
		{"the provider's version", a.ProviderVersion, b.ProviderVersion},
		{"the provider's file", a.ProviderSHA256, b.ProviderSHA256},
		{"the peer", was.Peer, is.Peer},
		{"the peer's version", a.PeerVersion, b.PeerVersion},
		{"the filters", strings.Join(was.Filters, ","), strings.Join(is.Filters, ",")},
		{"the selected profiles", strings.Join(was.Profiles, ","), strings.Join(is.Profiles, ",")},
		{"the shard", was.Shard, is.Shard},
		{"the draw", was.Drawing.Words(), is.Drawing.Words()},
		{"--strict", yes(was.Strict), yes(is.Strict)},
		{"--timeout-scale", scale(was), scale(is)},
		{"the host", a.Host, b.Host},
		{"the kernel", a.Kernel, b.Kernel},
		{"the processor", a.Processor, b.Processor},
	} {
		if d.old != d.new {
			list = append(list, fmt.Sprintf("%s: %s → %s", d.what, shown(d.old), shown(d.new)))
		}
	}
	return list
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func scale(run *reports.Run) string { return fmt.Sprint(cmp.Or(run.TimeoutScale, 1)) }

// shown returns a value as a difference shows it: of a digest, only the beginning.
func shown(value string) string {
	const digest, enough = 64, 12
	if len(value) == digest && !strings.ContainsAny(value, " ,=") {
		return value[:enough] + "…"
	}
	return cmp.Or(value, "none")
}

// broken says why a run is a regression, whatever its specs say.
func broken(was, is *reports.Run) string {
	switch {
	case is.Incomplete != "" && was.Incomplete == "":
		return "the new run did not reach its end: " + is.Incomplete
	case is.Judged() == 0 && was.Judged() > 0 && (is.Shard == "" || judgedAny(was, is)):
		return "no spec of the new run came to a judgement"
	}
	return ""
}

// judgedAny reports whether the old run judged any of the new run's specs.
func judgedAny(was, is *reports.Run) bool {
	before := byID(was)
	return slices.ContainsFunc(is.Specs, func(s reports.Spec) bool {
		old, had := before[s.ID]
		return had && standingOf(old.Verdict) != open
	})
}

// An Unsteady spec has different verdicts in the runs of a side.
type Unsteady struct {
	ID string `json:"id"`
	// Old and New count the runs of each side by what became of the spec.
	Old map[reports.Verdict]int `json:"old,omitempty"`
	New map[reports.Verdict]int `json:"new,omitempty"`
}

// unsteady lists the specs whose verdict differs within one side.
func unsteady(old, new Side) []Unsteady {
	before, after := tally(old), tally(new)
	list := []Unsteady{}
	all := maps.Clone(before)
	maps.Copy(all, after)
	for id := range all {
		if len(before[id]) > 1 || len(after[id]) > 1 {
			list = append(list, Unsteady{id, before[id], after[id]})
		}
	}
	slices.SortFunc(list, func(a, b Unsteady) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

func tally(side Side) reports.Tally {
	t := reports.Tally{}
	for _, run := range side.Runs {
		t.Add(run)
	}
	return t
}
