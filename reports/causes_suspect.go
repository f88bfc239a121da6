package reports

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
)

// suspectOf is the method at fault, or the object, as far as can be told by the specs that have found the same: the
// method that they blame, if it did what is wrong itself, or if one of them is about it. If not, what is wrong may be
// another's doing, and it is the one that most of them are about.
func (t trait) suspectOf(specs []Spec) string {
	blamed := t.blamed(specs)
	about := map[string]int{}
	for _, s := range specs {
		method := at(s.ID)
		if method == blamed && method != "" {
			return blamed
		}
		about[method]++
	}
	delete(about, "")
	if blamed != "" && (len(about) == 0 || !mayBeOthers(t.does)) {
		return blamed
	}
	return slices.MinFunc(append(slices.Sorted(maps.Keys(about)), ""), func(a, b string) int {
		return cmp.Or(compareTrue(isND2Method(a), isND2Method(b)), cmp.Compare(about[b], about[a]))
	})
}

// blamed is the method that all specs with the trait blame, "" if there is none.
func (t trait) blamed(specs []Spec) string {
	if found := specs[0].Found(); t.alike != "" && len(found) > 0 {
		return found[0].Method
	}
	return t.method
}

func isND2Method(at string) bool { return strings.HasPrefix(at, "IND2") && strings.Contains(at, "::") }

// mayBeOthers reports whether what a method is blamed for may be the doing of another: what is missing, how a request
// ends, and what stands in a result.
func mayBeOthers(does string) bool {
	return finding.IsOwed(does) && does != finding.NoReturn || strings.HasPrefix(does, "ends with ") || strings.HasPrefix(does, "gives results ")
}
