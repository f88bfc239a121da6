package runner

import (
	"slices"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec"
)

// suspectMethods lists the methods that owe something in a spec (the end of a request, an event, a
// result), or that ended the process. The specs about such a method are run next, so that its own
// rules judge it. It is guarded by the supervisor's mutex.
type suspectMethods struct{ methods []string }

// learn takes what is known of wait points.
func (m *suspectMethods) learn(points map[string]spec.WaitPoint) {
	for name, s := range points {
		if method := spec.OwedBy(name); method != "" && s.TimedOut > 0 {
			m.add(method)
		}
	}
}

// add adds a method.
func (m *suspectMethods) add(method string) {
	if !slices.Contains(m.methods, method) {
		m.methods = append(m.methods, method)
	}
}

// isNext reports whether a spec tests one of the methods from the n-th on.
func (m *suspectMethods) isNext(id string, n int) bool {
	return slices.ContainsFunc(m.methods[n:], func(method string) bool { return requirement.IsAbout(id, method) })
}

// next orders specs: those about the methods come first.
func (m *suspectMethods) next(specs []Spec) (ordered []Spec, first []string) {
	var others []Spec
	for _, one := range specs {
		if m.isNext(one.ID, 0) {
			ordered, first = append(ordered, one), append(first, one.ID)
		} else {
			others = append(others, one)
		}
	}
	return append(ordered, others...), first
}
