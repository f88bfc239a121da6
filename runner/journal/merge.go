package journal

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
)

// A Part is a journal that was read whole, for merging.
type Part struct {
	*Record
	Path    string
	entries []Entry
}

// Merge joins the journals of the shards of one run, and gives what a journal of
// the whole would hold. The parts must be of the same suite, provider and plan,
// and no spec may have a result in two of them. The seed, the machine and the
// command line are the first's; the time is that of the parts one after the
// other. What no part has a result of is left in the merged record's Rest.
func Merge(parts []*Part) (*Part, error) {
	for _, p := range parts {
		if p.Exploration != nil {
			return nil, fmt.Errorf("%s is of an exploration, which has no shards", p.Path)
		}
	}
	for _, p := range parts[1:] {
		if what := difference(parts[0].Record, p.Record); what != "" {
			return nil, fmt.Errorf("%s and %s are not of one run: they differ in %s", parts[0].Path, p.Path, what)
		}
	}
	if err := overlaps(parts); err != nil {
		return nil, err
	}
	h := parts[0].Header
	h.Shard = Shard{}
	r, err := NewRecord(h)
	if err != nil {
		return nil, err
	}
	merged, finished := &Part{Record: r}, false
	for i, p := range parts {
		if i > 0 {
			merged.add(Entry{Kind: Resumed, At: p.Started})
		}
		for _, e := range p.entries {
			finished = e.Kind == Finished
			if !finished && !e.takenBack() {
				merged.add(e)
			}
		}
	}
	for _, p := range parts {
		p.caused(merged)
	}
	for _, p := range parts {
		if p.incomplete != "" {
			merged.add(Entry{Kind: Incomplete, At: merged.last, Text: p.Path + ": " + p.incomplete})
		}
	}
	if finished || len(merged.Missing()) == 0 {
		merged.add(Entry{Kind: Finished, At: merged.last})
	}
	return merged, nil
}

// takenBack tells whether the next part of a merged journal would take the entry back.
func (e Entry) takenBack() bool {
	return e.Kind == Incomplete || e.Kind == Fallen || e.Kind == Ended && e.Spec.Because != ""
}

// caused adds to merged what the part has found to be in vain, and why.
func (p *Part) caused(merged *Part) {
	for _, f := range p.fallen {
		merged.add(Entry{Kind: Fallen, At: merged.last, Text: f.Ground, Spec: &f.Spec})
	}
	for _, one := range p.Shard.Of(p.Plan) {
		if s := p.results[one.ID]; s.Because != "" {
			merged.add(Entry{Kind: Ended, At: merged.last, Spec: &s})
		}
	}
}

// add takes an entry that was checked when its part was read.
func (p *Part) add(e Entry) {
	if p.Apply(e) == nil {
		p.entries = append(p.entries, e)
	}
}

// WriteTo writes the part as a journal.
func (p *Part) WriteTo(out io.Writer) (size int64, err error) {
	lines := []any{p.Header}
	for _, e := range p.entries {
		lines = append(lines, e)
	}
	for _, line := range lines {
		text, err := json.Marshal(line)
		if err != nil {
			return size, err
		}
		n, err := out.Write(append(text, '\n'))
		if size += int64(n); err != nil {
			return size, err
		}
	}
	return size, nil
}

func overlaps(parts []*Part) error {
	from := map[string]string{}
	var twice []string
	for _, p := range parts {
		for id, s := range p.results {
			if s.Verdict == reports.NotRun {
				continue
			}
			if from[id] != "" {
				twice = append(twice, fmt.Sprintf("%s (%s, %s)", id, from[id], p.Path))
			}
			from[id] = p.Path
		}
	}
	if len(twice) == 0 {
		return nil
	}
	slices.Sort(twice)
	return fmt.Errorf("%d specs have a result in two journals: %s", len(twice), strings.Join(twice, ", "))
}

// difference names what tells the runs of two parts apart, or nothing.
func difference(a, b *Record) string {
	x, y := a.Environment, b.Environment
	switch v, w := a.target.ProviderVersion, b.target.ProviderVersion; {
	case release(x) != release(y):
		return fmt.Sprintf("the suite: %s and %s", release(x), release(y))
	case x.Binary != y.Binary || x.BuildID != y.BuildID:
		return "the binary that ran"
	case x.Catalogue != y.Catalogue:
		return "the catalogue"
	case a.Provider != b.Provider:
		return fmt.Sprintf("the provider: %s and %s", a.Provider, b.Provider)
	case a.Peer != b.Peer:
		return fmt.Sprintf("the peer: %q and %q", a.Peer, b.Peer)
	case v != w && v != "" && w != "":
		return fmt.Sprintf("the provider's version: %s and %s", v, w)
	case a.Strict != b.Strict:
		return "whether they are strict"
	case a.target.ProviderSHA256 != b.target.ProviderSHA256 && v != "" && w != "":
		return "the file that the provider was loaded from"
	case !same(a.Waivers, b.Waivers):
		return "the waivers"
	case !same(a.Plan, b.Plan):
		return "the plan"
	}
	return ""
}

func release(e reports.Environment) string { return strings.TrimSpace(e.Version + " " + e.Commit) }

func same(x, y any) bool {
	one, err := json.Marshal(x)
	two, err2 := json.Marshal(y)
	return err == nil && err2 == nil && string(one) == string(two)
}
