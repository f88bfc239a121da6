package runner

import (
	"errors"
	"slices"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/worker"
	"github.com/ndconform/ndconform/spec"
)

// A process is one worker as its supervisor sees it.
type process struct {
	ordered []string
	handle  func(worker.Event)
	// stopping reports whether the worker has been told to stop, and distrust is called
	// if the worker says something that no worker says.
	stopping func() bool
	distrust func(error)
	// isBroken reports whether a spec of the run failed or ended in an error.
	isBroken func(id string) bool
	doubted  bool
	opened   bool
	// current is the spec that has started and not ended; last is the spec that started most
	// recently.
	current, last string
	// called is the latest method that an event names, and given what spec last was given.
	called, given string
	ended         map[string]reports.Verdict
	// order are the specs that have ended, in order; endedAt is when each did.
	order   []string
	endedAt map[string]time.Time
	refused string
	broken  string
	done    bool
	// task says that the worker does a task, and runs no specs.
	task bool
	// end says how the process ended, trace is its last output, and failed says whether it
	// exited with a failure.
	end, trace string
	failed     bool
	// byItself says that nobody has ended the process, and gone is when it had ended.
	byItself bool
	gone     time.Time
	// overused is spec.GroundSpace if the process was ended because of the memory that
	// it took.
	overused spec.Prerequisite
}

// newProcess returns a worker that has said nothing yet. What it says about the
// specs that it was ordered to run is handed on to handle.
func newProcess(ordered []string, handle func(worker.Event)) *process {
	return &process{
		ordered: ordered, handle: handle, ended: map[string]reports.Verdict{}, endedAt: map[string]time.Time{},
		stopping: func() bool { return false }, distrust: func(error) {}, isBroken: func(string) bool { return false },
	}
}

// errDisorder is the reason to end a worker whose events are in an impossible order.
var errDisorder = errors.New("what it reported of its specs is impossible")

// take takes the worker's next event. An event that can't follow those before it
// has no effect except that the worker is ended.
func (p *process) take(e worker.Event) {
	if p.doubted {
		return
	}
	if !p.follows(e) {
		p.doubt(errDisorder)
		return
	}
	switch e.Kind {
	case worker.Opened:
		p.opened = true
	case worker.Refused:
		p.refused = e.Text
	case worker.Broken:
		p.broken = e.Text
	case worker.Started:
		p.current, p.last, p.given = e.Text, e.Text, ""
	case worker.Given:
		p.given = e.Text
	case worker.Called:
		p.called = e.Text
	case worker.Ended:
		p.current = ""
		p.answerFor(e.Spec)
		p.ended[e.Spec.ID] = e.Spec.Verdict
		p.order = append(p.order, e.Spec.ID)
		p.endedAt[e.Spec.ID] = time.Now()
	case worker.Done:
		p.done = true
	}
	p.handle(e)
}

// crashed reports whether the process ended in a spec, or after one without a reason.
func (p *process) crashed() bool {
	return p.current != "" || p.last != "" && !p.done && p.broken == "" && p.ended[p.last] != reports.Error
}

// doubt ends the worker, and nothing that it says is believed any more.
func (p *process) doubt(why error) {
	p.doubted, p.done = true, false
	p.distrust(why)
}

// follows reports whether e can follow what the worker has told: each spec that it
// was ordered to run starts once and ends once, one after the other.
func (p *process) follows(e worker.Event) bool {
	switch e.Kind {
	case worker.Opened:
		return !p.opened && e.Target != nil
	case worker.Started:
		return p.opened && !p.done && p.current == "" && p.ended[e.Text] == "" && slices.Contains(p.ordered, e.Text)
	case worker.Loaded:
		return p.opened && !p.done && len(e.Code) > 0
	case worker.Given: // also of a spec that was given up, and still runs
		return p.opened && !p.done
	case worker.Called:
		return !p.done && p.current != ""
	case worker.Ended:
		return !p.done && p.current != "" && e.Spec != nil && e.Spec.ID == p.current && slices.Contains(reports.Verdicts(),
			e.Spec.Verdict)
	case worker.TaskSent:
		return p.task && !p.done
	case worker.Refused, worker.Broken, worker.Done:
		return true
	}
	return false
}

// answerFor turns the result of a spec that was not run to its end into an error, unless the worker was
// told to stop, or the spec is blocked by a broken one: a provider that interrupts a spec does not
// escape its verdict.
func (p *process) answerFor(s *reports.Spec) {
	if s.Verdict == reports.NotRun && !p.isBroken(s.CauseSpec) && !p.stopping() {
		s.Verdict, s.Message = reports.Error, "the spec was kept from running, and nobody ordered that: "+s.Message
	}
}
