package spec

import (
	"slices"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// Whatever a spec asserts, package judge sees its calls of ND2 on the provider under test. What the spec does wrong it
// does on purpose; what the provider does wrong fails the spec. A peer of another provider is not judged.

// traced returns a provider of an adapter's, its calls noted, and judged if it is the one under test.
func (t *Target) traced(a adapter, p nd2.Provider) nd2.Provider {
	if a.theirs {
		return trace.Provider(t.recorder, p, t.whose(a))
	}
	return trace.Judged(t.recorder, p, t.whose(a))
}

// removes tells the judge that it is told of each removal of an adapter under test, if there are such faults.
func (t *Target) removes() {
	if i, ok := t.local.instance.(providers.FaultInjector); ok && slices.Contains(i.Faults(), providers.AdapterRemoved) {
		t.recorder.Judge().Removes()
	}
}

// injected puts a fault into effect on an adapter, and tells the judge if that removes it.
func (t *Target) injected(by providers.FaultInjector, f providers.Fault, on adapter) (revert func(), err error) {
	if f.Kind != providers.AdapterRemoved || on.theirs {
		return by.Inject(f)
	}
	return t.recorder.Judge().Removing(f.Adapter, func() (func(), error) { return by.Inject(f) })
}

// Breaches lists what the judge has found wrong with the provider since the spec began, or since it was asked last:
// all of it is certain, and breaks a MUST, whatever the spec asserts.
func Breaches() (list []finding.Finding) {
	r := calling.Load()
	if r == nil {
		return nil
	}
	for _, b := range r.Breaches() {
		list = append(list, finding.Finding{
			Rule: Cited(b.ID), Says: b.Object + ": " + b.Message, Method: methodOfRule(b.ID), Judged: true,
			Calls: b.Calls, Objects: b.Objects,
		})
	}
	return list
}

// methodOfRule names the method that keeps a rule: of one of results, that which posts the requests. It is empty of a
// rule of a whole interface.
func methodOfRule(id string) string {
	e, _ := requirement.Lookup(id)
	switch {
	case e.Request != "":
		return "IND2QueuePair::" + e.Request
	case e.Method == "":
		return ""
	}
	return e.Interface + "::" + e.Method
}
