package trace

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// judged is what the judge says of the calls.
type judged struct {
	judge *judge.Checker
	// hook is that of calls that are judged.
	hook func(*calls.Call) nd2.Status
	// breaches are those of the provider, the first of those that are alike; told counts those that have their calls.
	breaches []Breach
	told     int
}

// A Breach is a rule that the provider has broken, and the latest calls before the spec was told.
type Breach struct {
	judge.Finding
	Calls   []finding.Call
	Objects []finding.Object
}

// judges has the recorder judge calls.
func (j *judged) judges(r *Recorder) {
	j.judge = judge.New(r.broken)
	j.judge.KeepValues()
	j.judge.Name(r.newName)
	proceed := j.judge.Call
	j.hook = func(k *calls.Call) nd2.Status {
		s := r.pass(k, proceed)
		r.showBreaches()
		return s
	}
}

// Judged is [Provider] of a provider whose calls are judged.
func Judged(r *Recorder, p nd2.Provider, whose string) nd2.Provider {
	return watch(p, r.judged.hook, r.provider("provider", whose))
}

// Judge returns the checker that judges the calls.
func (r *Recorder) Judge() *judge.Checker { return r.judge }

// Breaches lists the rules that the provider has broken since it was asked last, in the order of the first breaches.
func (r *Recorder) Breaches() []Breach {
	r.showBreaches()
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.breaches
	r.breaches, r.told = nil, 0
	return list
}

// broken notes what the judge has found. What the program does wrong a spec does on purpose.
func (r *Recorder) broken(f judge.Finding) {
	if f.Of != judge.Provider {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.breaches = append(r.breaches, Breach{Finding: f})
}

// showBreaches gives the breaches that have none the calls so far.
func (r *Recorder) showBreaches() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.told == len(r.breaches) {
		return
	}
	calls, objects := r.led()
	for ; r.told < len(r.breaches); r.told++ {
		b := &r.breaches[r.told]
		b.Calls, b.Objects = calls, objects
	}
}

// quiet returns an object whose calls are judged, if they are, and not noted.
func (r *Recorder) quiet(object nd2.Unknown) nd2.Unknown {
	inner := calls.Unwrap(object)
	of := calls.ObjectOf(object)
	if of == nil || of.State == nil {
		return inner
	}
	inner = calls.Watch(inner, r.judge.Call)
	calls.ObjectOf(inner).State = of.State
	return inner
}
