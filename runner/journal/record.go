package journal

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/ndconform/ndconform/reports"
)

// A Record is what a journal says so far.
type Record struct {
	Header
	own     map[string]Spec // the shard's part of the plan
	results map[string]reports.Spec
	running map[string]bool // what has started and not ended
	history
	machines            machines
	judgedOn            map[string]int // which of machines judged a spec
	failedPrerequisites []reports.FailedPrerequisite
	code                []reports.CodeFile // that the provider's process was seen to have
	// found and explored belong to an exploration, found and watched to a program that is watched.
	found    []reports.Spec
	explored *reports.Exploration
	watched  *reports.Watched
	// incomplete is the first reason why the run is not whole, lasting the first that
	// remains when it is resumed.
	incomplete, lasting string
	finished            bool
	// began is when this process's part of the run began, last is the time of the
	// last entry, and latest the latest time of all entries; these two differ if
	// parts ran side by side. spent is how long the processes before this one took.
	began, last, latest time.Time
	spent               time.Duration
}

// NewRecord returns the record of a journal that has only its header so far.
func NewRecord(h Header) (*Record, error) {
	if h.Version != Version {
		return nil, fmt.Errorf("a journal of format %d; this program reads format %d: use the release that has written it",
			h.Version, Version)
	}
	if err := h.Shard.check(); err != nil {
		return nil, err
	}
	if err := h.checkChallenge(); err != nil {
		return nil, err
	}
	h.Shards, h.Resumed = 0, 0
	r := &Record{
		Header: h, own: map[string]Spec{}, results: map[string]reports.Spec{}, running: map[string]bool{},
		history:  newHistory(),
		judgedOn: map[string]int{}, began: h.Started, last: h.Started, latest: h.Started,
	}
	r.machines.move(h.Environment.Machine())
	for i, s := range h.Plan {
		if s.ID == "" || len(s.Requirements) == 0 && h.OfSuite() || i > 0 && s.ID <= h.Plan[i-1].ID {
			return nil, fmt.Errorf("the plan's spec %d, %q, is out of order or lacks an id or requirements", i+1, s.ID)
		}
	}
	for _, s := range h.Shard.Of(h.Plan) {
		r.own[s.ID] = s
	}
	return r, nil
}

// checkChallenge refuses a seed that does not follow from the challenge.
func (h Header) checkChallenge() error {
	if h.Challenge == "" {
		return nil
	}
	if err := reports.CheckChallenge(h.Challenge); err != nil {
		return err
	}
	if of := reports.SeedOf(h.Challenge); of != h.Seed {
		return fmt.Errorf("the seed is %d, and challenge %s gives %d", h.Seed, h.Challenge, of)
	}
	return nil
}

// Apply takes another entry. An impossible entry is refused and changes nothing.
func (r *Record) Apply(e Entry) error {
	if err := r.check(e); err != nil {
		return err
	}
	r.history.take(e)
	switch e.Kind {
	case Opened:
		r.machines.open(e.Target)
	case Started:
		r.running[e.Text] = true
	case Ended:
		delete(r.running, e.Spec.ID)
		r.results[e.Spec.ID] = *e.Spec
		r.judgedOn[e.Spec.ID] = r.machines.now
	case PrerequisiteFailed:
		r.failedPrerequisites = append(r.failedPrerequisites, reports.FailedPrerequisite{Prerequisite: e.Text, Spec: *e.Spec})
	case Found:
		r.find(*e.Spec)
	case Loaded:
		r.code = reports.AddCode(r.code, e.Code)
	case Explored:
		r.explored = e.Explored
	case Watched:
		r.watched = e.Watched
	case Incomplete:
		r.incomplete = cmp.Or(r.incomplete, e.Text)
		if e.Lasting {
			r.lasting = cmp.Or(r.lasting, e.Text)
		}
	case Resumed:
		r.resume(e)
	case Finished:
		r.finished = true
	}
	r.last = e.At
	if e.At.After(r.latest) {
		r.latest = e.At
	}
	return nil
}

// find adds a finding, or replaces it: how often the validation layer has found it is known in the end.
func (r *Record) find(s reports.Spec) {
	if i := slices.IndexFunc(r.found, func(f reports.Spec) bool { return f.ID == s.ID }); i >= 0 {
		r.found[i] = s
		return
	}
	r.found = append(r.found, s)
}

// resume forgets what kept the run from being whole, unless that lasts, and what was left
// over.
func (r *Record) resume(e Entry) {
	r.spent += r.part()
	r.began = e.At
	r.Environment.Add(e.Inputs)
	if e.Shard.whole() {
		r.Resumed++
	} else {
		r.Shards++
	}
	if e.Machine != nil {
		r.machines.move(*e.Machine)
	}
	r.incomplete, r.finished, r.failedPrerequisites = r.lasting, false, nil
	clear(r.running)
	for id, s := range r.results {
		if s.Verdict == reports.NotRun {
			delete(r.results, id)
		}
	}
}

// part returns how long this process's part of the run has taken. The times in a journal are
// those of a clock that may have been set back.
func (r *Record) part() time.Duration { return max(0, r.last.Sub(r.began)) }

// Result returns what became of a planned spec so far.
func (r *Record) Result(id string) (reports.Spec, bool) {
	s, ok := r.results[id]
	return s, ok
}

// Rest lists the specs of this journal's shard that have no result, or only that
// they were not run.
func (r *Record) Rest() []Spec {
	var rest []Spec
	for _, s := range r.Shard.Of(r.Plan) {
		if result, ok := r.results[s.ID]; !ok || result.Verdict == reports.NotRun {
			rest = append(rest, s)
		}
	}
	return rest
}

// Missing lists the specs of Rest that no failure of another spec blocks.
func (r *Record) Missing() []Spec {
	return slices.DeleteFunc(r.Rest(), func(s Spec) bool { return r.results[s.ID].CauseSpec != "" })
}

// Failed lists the specs that failed or ended in an error and are not waived, and
// those that were not run because one of these did.
func (r *Record) Failed() []Spec {
	var failed []Spec
	for _, s := range r.Run().Specs {
		if s.Verdict.Broken() || s.CauseSpec != "" {
			failed = append(failed, r.own[s.ID])
		}
	}
	return failed
}
