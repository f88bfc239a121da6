package journal

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/reports"
)

// A history is what came before an entry, as far as it matters to what may follow. No later
// entry makes a verdict better: no run leaves a journal in which one does, so such a journal is
// not believed.
type history struct {
	started map[string]bool
	judged  map[string]reports.Verdict
}

func newHistory() history {
	return history{started: map[string]bool{}, judged: map[string]reports.Verdict{}}
}

// take notes an entry that was checked.
func (h *history) take(e Entry) {
	switch e.Kind {
	case Started:
		h.started[e.Text] = true
	case Ended:
		if e.Spec.Verdict != reports.NotRun {
			h.judged[e.Spec.ID] = e.Spec.Verdict
		}
	}
}

// check says why an entry can't be the next one.
func (r *Record) check(e Entry) error {
	if r.finished && (e.Kind == Opened || e.Kind == Started || e.Kind == Ended || e.Kind == PrerequisiteFailed ||
		e.Kind == Found || e.Kind == Loaded || e.Kind == Explored || e.Kind == Watched) {
		return fmt.Errorf("%s after the run had finished", e.Kind)
	}
	switch e.Kind {
	case Opened:
		return r.checkOpened(e.Target)
	case Started:
		return r.checkPlanned(e.Text)
	case Ended:
		return r.checkEnded(e.Spec)
	case PrerequisiteFailed:
		return checkPrerequisiteFailed(e)
	case Found:
		return r.checkFound(e.Spec)
	case Loaded:
		return r.checkLoaded(e.Code)
	case Explored:
		return r.checkExplored(e.Explored)
	case Watched:
		return r.checkWatched(e.Watched)
	case Finished:
		if r.finished {
			return errors.New("the run finished a second time")
		}
		return nil
	case Incomplete, Resumed:
		return nil
	}
	return fmt.Errorf("unknown event %q", e.Kind)
}

func (r *Record) checkPlanned(id string) error {
	if _, planned := r.own[id]; !planned {
		return fmt.Errorf("spec %q is not planned", id)
	}
	return nil
}

// checkOpened refuses another provider than the run's.
func (r *Record) checkOpened(t *Target) error {
	if t == nil {
		return fmt.Errorf("%s without a target", Opened)
	}
	return r.machines.check(t)
}

// checkLoaded refuses code of a provider that was not opened, and what is no code.
func (r *Record) checkLoaded(list []reports.CodeFile) error {
	if r.machines.target() == nil || len(list) == 0 {
		return fmt.Errorf("%s without a provider or a file", Loaded)
	}
	for _, f := range list {
		if err := f.Check(); err != nil {
			return fmt.Errorf("%s: %w", Loaded, err)
		}
	}
	return nil
}

// checkEnded refuses the result of a spec that never started, and a result better than
// what was found before: a spec that has been judged is not run again, and what happens
// afterwards can only make its result worse. A spec that passes has nothing to say.
func (r *Record) checkEnded(s *reports.Spec) error {
	if s == nil {
		return fmt.Errorf("%s without a spec", Ended)
	}
	if !slices.Contains(reports.Verdicts(), s.Verdict) {
		return fmt.Errorf("spec %s: unknown verdict %q", s.ID, s.Verdict)
	}
	if err := r.checkPlanned(s.ID); err != nil {
		return err
	}
	before, judged := r.judged[s.ID]
	switch {
	case r.OfSuite() && !slices.Equal(s.Requirements, r.own[s.ID].Requirements):
		return fmt.Errorf("spec %s ended and claims %q, and %q is planned", s.ID, s.Requirements, r.own[s.ID].Requirements)
	case s.Seconds < 0:
		return fmt.Errorf("spec %s took %v seconds", s.ID, s.Seconds)
	case s.Verdict == reports.Waived:
		return fmt.Errorf("spec %s ended as waived; a waiver is for the report to apply", s.ID)
	case judged && (s.Verdict == reports.NotRun || reports.Worst(before, s.Verdict) != s.Verdict):
		return fmt.Errorf("spec %s ended as %s, and as %s before", s.ID, s.Verdict, before)
	case s.Verdict != reports.NotRun && (r.machines.target() == nil || !r.started[s.ID]):
		return fmt.Errorf("spec %s ended and had not started", s.ID)
	case s.Verdict == reports.Pass && (s.Message != "" || len(s.Findings) > 0):
		return fmt.Errorf("spec %s ended as %s, and says what is wrong", s.ID, s.Verdict)
	}
	return nil
}

// checkPrerequisiteFailed refuses a prerequisite that no spec has shown to fail.
func checkPrerequisiteFailed(e Entry) error {
	if e.Spec == nil || e.Text == "" {
		return fmt.Errorf("%s without a prerequisite or a spec", PrerequisiteFailed)
	}
	if v := e.Spec.Verdict; !v.Broken() {
		return fmt.Errorf("%s by a spec with the verdict %q", PrerequisiteFailed, v)
	}
	return nil
}

// checkFound refuses what neither an exploration nor the validation layer can find, and what was found before.
func (r *Record) checkFound(s *reports.Spec) error {
	switch {
	case s == nil || s.ID == "" || !s.IsFinding():
		return fmt.Errorf("%s without a finding", Found)
	case r.OfSuite():
		return fmt.Errorf("%s in a run of specs", Found)
	case (s.Party != "") != (r.Watch != nil), (s.Program != nil) != (r.Exploration != nil):
		return fmt.Errorf("finding %s is of another kind than the run", s.ID)
	case r.Watch != nil && (s.Verdict != reports.Fail || !slices.Contains(reports.Parties, s.Party)):
		return fmt.Errorf("finding %s of a watched program blames %q, with the verdict %q", s.ID, s.Party, s.Verdict)
	case !s.Verdict.Broken() && s.Verdict != reports.Warn:
		return fmt.Errorf("finding %s has the verdict %q", s.ID, s.Verdict)
	case r.checkPlanned(s.ID) == nil || r.Watch == nil && r.hasFound(s.ID):
		return fmt.Errorf("finding %s has the id of something else", s.ID)
	}
	return nil
}

// checkWatched refuses what can't be known of a program.
func (r *Record) checkWatched(w *reports.Watched) error {
	switch {
	case w == nil || r.Watch == nil:
		return fmt.Errorf("%s without a program, or in a run of none", Watched)
	case w.Traffic != nil:
		return w.Traffic.Check()
	}
	return nil
}

// hasFound reports whether a finding has this id.
func (r *Record) hasFound(id string) bool {
	return slices.ContainsFunc(r.found, func(f reports.Spec) bool { return f.ID == id })
}

// checkExplored refuses an exploration that has come less far than before.
func (r *Record) checkExplored(x *reports.Exploration) error {
	switch {
	case x == nil:
		return fmt.Errorf("%s without an exploration", Explored)
	case r.Exploration == nil:
		return fmt.Errorf("%s in a run of specs", Explored)
	case r.explored != nil && x.Programs < r.explored.Programs:
		return fmt.Errorf("%s %d programs, and %d before", Explored, x.Programs, r.explored.Programs)
	}
	return nil
}
