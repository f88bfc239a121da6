package runner

import (
	"errors"
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// A process is one worker as its supervisor sees it.
type process struct {
	ordered []string
	handle  func(event)
	// told says whether the worker has been told to stop, and distrust is called if
	// it says what no worker says.
	told     func() bool
	distrust func(error)
	// broke says whether a spec of the run failed or ended in an error.
	broke   func(id string) bool
	doubted bool
	opened  bool
	// current is the spec that has started and not ended; last is the one that
	// started last.
	current, last string
	ended         map[string]reports.Verdict
	refused       string
	broken        string
	done          bool
	// errand says that it does one, and runs no specs.
	errand bool
	// end says how the process ended, and trace is its last output; failed is what
	// its exit status says.
	end, trace string
	failed     bool
	// strained is spec.GroundSpace if it was ended for the memory that it took.
	strained spec.Ground
}

// newProcess returns a worker that has said nothing yet, and hands on what it says
// of the specs that it was ordered to run.
func newProcess(ordered []string, handle func(event)) *process {
	return &process{
		ordered: ordered, handle: handle, ended: map[string]reports.Verdict{},
		told: func() bool { return false }, distrust: func(error) {}, broke: func(string) bool { return false },
	}
}

// errDisorder is why a worker is ended whose events can't follow on each other.
var errDisorder = errors.New("it told of its specs what can't be")

// take takes the worker's next event. One that can't follow on those before has no
// effect but that the worker is ended.
func (p *process) take(e event) {
	if p.doubted {
		return
	}
	if !p.follows(e) {
		p.doubt(errDisorder)
		return
	}
	switch e.Kind {
	case opened:
		p.opened = true
	case refused:
		p.refused = e.Text
	case broken:
		p.broken = e.Text
	case started:
		p.current, p.last = e.Text, e.Text
	case ended:
		p.current = ""
		p.answerFor(e.Spec)
		p.ended[e.Spec.ID] = e.Spec.Verdict
	case done:
		p.done = true
	}
	p.handle(e)
}

// doubt has the worker ended, and nothing more believed of it.
func (p *process) doubt(why error) {
	p.doubted, p.done = true, false
	p.distrust(why)
}

// follows tells whether e can come after what the worker has told: each spec that it
// was ordered to run starts once and ends once, one after the other.
func (p *process) follows(e event) bool {
	switch e.Kind {
	case opened:
		return !p.opened && e.Target != nil
	case started:
		return p.opened && !p.done && p.current == "" && p.ended[e.Text] == "" && slices.Contains(p.ordered, e.Text)
	case ended:
		return !p.done && p.current != "" && e.Spec != nil && e.Spec.ID == p.current && slices.Contains(reports.Verdicts(), e.Spec.Verdict)
	case told:
		return p.errand && !p.done
	case refused, broken, done:
		return true
	}
	return false
}

// answerFor makes an error of a spec that was not run to its end, unless that was
// ordered, or another one that is broken has shown it to be in vain: whoever interrupts
// a spec does not keep it from being judged.
func (p *process) answerFor(s *reports.Spec) {
	if s.Verdict == reports.NotRun && !p.broke(s.Because) && !p.told() {
		s.Verdict, s.Message = reports.Error, "the spec was kept from running, and nobody had ordered that: "+s.Message
	}
}
