package journal

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// A Part is a journal that has been read whole, for merging.
type Part struct {
	*Record
	Path    string
	entries []Entry
	// Absent are the shards whose journals were missing from a merge.
	Absent []Shard
}

// Merge joins the journals of the shards of one run, and returns what a journal of the
// whole would hold. The parts must have the same suite, provider, options, seed and plan;
// no shard may be there twice, and no spec may have a result in two parts. They may come
// from several machines, which the merged record names. The command line is the first
// shard's; the time is the sum of the parts' times. Specs without a result in any part
// are left in the merged record's Rest.
func Merge(parts []*Part) (*Part, error) {
	for _, p := range parts {
		if !p.OfSuite() {
			return nil, fmt.Errorf("%s is of an exploration, or of a program that was watched, which has no shards", p.Path)
		}
	}
	parts = slices.SortedStableFunc(slices.Values(parts), func(a, b *Part) int { return a.Shard.Index - b.Shard.Index })
	for _, p := range parts[1:] {
		if what := difference(parts[0].Record, p.Record); what != "" {
			return nil, fmt.Errorf("%s and %s are not of one run: they differ in %s", parts[0].Path, p.Path, what)
		}
	}
	if err := divided(parts); err != nil {
		return nil, err
	}
	if err := overlaps(parts); err != nil {
		return nil, err
	}
	h := parts[0].Header
	h.Shard = Shard{}
	for _, p := range parts {
		if p.Started.Before(h.Started) {
			h.Started = p.Started
		}
	}
	r, err := NewRecord(h)
	if err != nil {
		return nil, err
	}
	merged := &Part{Record: r, Absent: absent(parts)}
	return merged, merged.join(parts)
}

// join adds the entries of all parts.
func (p *Part) join(parts []*Part) error {
	finished := false
	for _, one := range parts {
		machine := one.Environment.Machine()
		var err error
		if !one.merged() {
			err = p.add(Entry{
				Kind: Resumed, At: one.Started, Machine: &machine, Inputs: one.Environment.Inputs, Shard: one.Shard,
			})
		}
		for _, e := range one.entries {
			finished = e.Kind == Finished
			if err == nil && !finished && !e.takenBack() {
				err = p.add(e)
			}
		}
		if err != nil {
			return fmt.Errorf("%s is not of the run of %s: %w", one.Path, parts[0].Path, err)
		}
	}
	return p.end(parts, finished)
}

// merged reports whether the part was merged before: it begins with its shards then.
func (p *Part) merged() bool {
	return len(p.entries) > 0 && p.entries[0].Kind == Resumed && !p.entries[0].Shard.whole()
}

// end adds what each part has left open.
func (p *Part) end(parts []*Part, finished bool) error {
	var entries []Entry
	for _, one := range parts {
		entries = append(entries, one.blocked()...)
	}
	for _, one := range parts {
		if one.lasting != "" {
			entries = append(entries, Entry{Kind: Incomplete, Text: one.Path + ": " + one.lasting, Lasting: true})
		}
		if one.incomplete != one.lasting {
			entries = append(entries, Entry{Kind: Incomplete, Text: one.Path + ": " + one.incomplete})
		}
	}
	for _, e := range entries {
		e.At = p.last
		err := p.add(e)
		if err != nil {
			return err
		}
	}
	if finished || len(p.Missing()) == 0 {
		return p.add(Entry{Kind: Finished, At: p.last})
	}
	return nil
}

// takenBack reports whether the entry would be taken back by the next part of a merged
// journal.
func (e Entry) takenBack() bool {
	return e.Kind == Incomplete || e.Kind == PrerequisiteFailed || e.Kind == Ended && e.Spec.CauseSpec != ""
}

// blocked returns the entries for the specs that can't be run, and for why.
func (p *Part) blocked() (entries []Entry) {
	for _, f := range p.failedPrerequisites {
		entries = append(entries, Entry{Kind: PrerequisiteFailed, Text: f.Prerequisite, Spec: &f.Spec})
	}
	for _, one := range p.Shard.Of(p.Plan) {
		if s := p.results[one.ID]; s.CauseSpec != "" {
			entries = append(entries, Entry{Kind: Ended, Spec: &s})
		}
	}
	return entries
}

func (p *Part) add(e Entry) error {
	err := p.Apply(e)
	if err == nil {
		p.entries = append(p.entries, e)
	}
	return err
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
