package reports

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/requirement"
)

// suspectOf is the method at fault, or the object, as far as the specs that found the same can tell. It is the method
// that they blame if that did the wrong itself, or if a spec of the method saw its request end so. If not, the wrong
// may be another method's doing: of the methods that the specs test and the blamed one, suspectOf takes a method whose
// own specs find something wrong, then one that all of them have called, then that with the highest score, then that of
// the most specs, then the blamed one.
// What the judge saw broken is not held against a method that was not called, nor against one whose own specs find
// nothing wrong if all that found it test one other method.
func (t tallies) suspectOf(key trait, specs []Spec) string {
	blamed, about := key.blamed(specs), map[string]int{}
	for _, s := range specs {
		method := at(s.ID)
		if method == blamed && method != "" && !finding.IsOwed(key.does) || key.method == "" && lastIn(s, blamed) {
			return method
		}
		about[method]++
	}
	delete(about, "")
	if uncalled(specs, blamed) {
		blamed = ""
	}
	if blamed != "" && !t.mayBeOthers(blamed, key.does, specs[0].judged()) {
		if specs[0].judged() {
			return cmp.Or(t.soleTester(about, blamed), blamed)
		}
		return blamed
	}
	several := key.does != "" && key.method == ""
	return slices.MinFunc(append(slices.Sorted(maps.Keys(about)), blamed), func(a, b string) int {
		return cmp.Or(compareTrue(isND2Method(a), isND2Method(b)),
			compareTrue(several && ofAllRequests(a), several && ofAllRequests(b)),
			compareTrue(t.fails(a), t.fails(b)),
			compareTrue(calledByAll(specs, a), calledByAll(specs, b)),
			cmp.Compare(t.scores[b], t.scores[a]), cmp.Compare(about[b], about[a]), compareTrue(a == blamed, b == blamed))
	})
}

// soleTester is the method that all of several specs test, if they blame a method whose own specs find nothing wrong.
func (t tallies) soleTester(about map[string]int, blamed string) string {
	of := t.of[blamed]
	if len(about) != 1 || of == nil || of.broken > 0 {
		return ""
	}
	for method, n := range about {
		if n >= common && isND2Method(method) {
			return method
		}
	}
	return ""
}

// blamed is the method that all specs with the trait blame, "" if there is none.
func (t trait) blamed(specs []Spec) string {
	if t.alike != "" && len(specs[0].Found()) > 0 {
		return cmp.Or(specs[0].first().Method, judgedIn(specs[0]))
	}
	return t.method
}

// judgedIn is the call in which the judge saw a rule of an interface broken, if it is a method of that.
func judgedIn(s Spec) string {
	by := lastCalled(s)
	if !s.judged() || !strings.HasPrefix(by, at(s.first().Rule.ID)+"::") {
		return ""
	}
	return by
}

// uncalled reports whether what specs blame by the judge's word is a method that they have not called.
func uncalled(specs []Spec, blamed string) bool {
	return !slices.ContainsFunc(specs, func(s Spec) bool {
		return !s.judged() || len(s.Called) == 0 || slices.Contains(s.Called, blamed)
	})
}

// lastIn reports whether a spec blames no method, and tests the method that it called last, unless specs poll by it.
func lastIn(s Spec, blamed string) bool {
	last := lastCalled(s)
	return blamed == "" && last != "" && !isPolled(at(s.ID)) && requirement.IsAbout(s.ID, last)
}

// ofAllRequests reports whether a method is for the requests of any interface.
func ofAllRequests(at string) bool { return strings.HasPrefix(at, "IND2Overlapped::") }

func isND2Method(at string) bool { return strings.HasPrefix(at, "IND2") && strings.Contains(at, "::") }

// mayBeOthers reports whether what a method is blamed for may be the doing of another: what is missing, unless nobody
// else is waited for, how a request ends or that it does, what stands in a result, what is wrong when a program polls,
// and, but for the judge, what depends on parameters if its own specs find nothing wrong.
func (t tallies) mayBeOthers(method, does string, judged bool) bool {
	switch does {
	case "":
		return isPolled(method) || !judged && !t.fails(method)
	case finding.NoReturn, finding.NoEvent:
		return false
	case finding.NeverEnds:
		return !strings.HasPrefix(method, "IND2MemoryRegion::")
	}
	return finding.IsOwed(does) || strings.HasPrefix(does, "ends with ") || strings.HasPrefix(does, "gives results ") ||
		does == finding.Spurious
}

// calledByAll reports whether each of some specs has called a method, as far as is known: what goes wrong without it is
// not its doing.
func calledByAll(specs []Spec, method string) bool {
	return !slices.ContainsFunc(specs, func(s Spec) bool {
		return len(s.Called) > 0 && !slices.Contains(s.Called, method)
	})
}
