package runner

import (
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// probes has what the probes have shown. A prerequisite counts as failed when a probe has failed
// in it twice, the second time in another process: the first may have been an accident.
type probes struct {
	// left are the probes still to be run, in order.
	left []spec.Probe
	// retried is the probe that is run once more, with the prerequisite in which it failed, and
	// first its first result. The id is empty if there is none.
	retried spec.Probe
	first   reports.Spec
	failed  map[spec.Prerequisite]spec.Cause
}

// newProbes takes the probes of a suite.
func newProbes(suite []Spec) *probes {
	p := &probes{failed: map[spec.Prerequisite]spec.Cause{}}
	for _, probe := range spec.Probes() {
		if slices.ContainsFunc(suite, func(s Spec) bool { return s.ID == probe.Spec }) {
			p.left = append(p.left, probe)
		}
	}
	return p
}

// ids lists the probes that are still to be run.
func (p *probes) ids() []string {
	var list []string
	for _, probe := range p.left {
		list = append(list, probe.Spec)
	}
	return list
}

// of finds a probe that is still to be run.
func (p *probes) of(id string) (spec.Probe, bool) {
	i := slices.IndexFunc(p.left, func(probe spec.Probe) bool { return probe.Spec == id })
	if i < 0 {
		return spec.Probe{}, false
	}
	return p.left[i], true
}

// judge takes the result of a spec, and the prerequisite in which it failed, if any. It returns a
// prerequisite that counts as failed now, and the first result that found that.
func (p *probes) judge(s reports.Spec, failed spec.Prerequisite) (found *reports.Spec, confirmed spec.Prerequisite) {
	probe, left := p.of(s.ID)
	switch {
	case !left:
		return nil, ""
	case failed != "" && p.retried.Spec != s.ID:
		p.retried, p.first = spec.Probe{Spec: s.ID, Prerequisite: failed}, s
		return nil, ""
	case failed != "" && p.retried.Prerequisite == failed:
		found, confirmed = &p.first, failed
		p.failed[failed] = spec.Cause{Spec: s.ID, Says: string(failed) + " fails"}
	}
	p.left = slices.DeleteFunc(p.left, func(one spec.Probe) bool { return one == probe })
	return found, confirmed
}
