package runner

import (
	"slices"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec"
)

// owing lists the methods that failed to give something in a spec: the end of a request, an event,
// a result, or that ended the process. The specs about such a method are run next, so that its own
// rules judge it. It is
// guarded by the supervisor's mutex.
type owing struct{ methods []string }

// hears takes what is known of wait points.
func (o *owing) hears(sites map[string]spec.Site) {
	for name, s := range sites {
		if method := spec.OwedBy(name); method != "" && s.Missed > 0 {
			o.add(method)
		}
	}
}

// add has the specs about a method be run next.
func (o *owing) add(method string) {
	if !slices.Contains(o.methods, method) {
		o.methods = append(o.methods, method)
	}
}

// isNext reports whether a spec is about one of the methods from the n-th on.
func (o *owing) isNext(id string, n int) bool {
	return slices.ContainsFunc(o.methods[n:], func(method string) bool { return requirement.IsAbout(id, method) })
}

// next orders specs: those about the methods come first.
func (o *owing) next(specs []Spec) (ordered []Spec, first []string) {
	var others []Spec
	for _, one := range specs {
		if o.isNext(one.ID, 0) {
			ordered, first = append(ordered, one), append(first, one.ID)
		} else {
			others = append(others, one)
		}
	}
	return append(ordered, others...), first
}
