package mutant

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// ReturningObjects makes, for each entry of an interface which says that a refused creation returns no object, the
// mutant that returns one beside the code.
func ReturningObjects(iface string) (list []Mutant) {
	for _, e := range requirement.All() {
		if e.Interface != iface || e.Level != requirement.Must || !strings.Contains(e.Rule, "returns no object") &&
			!strings.Contains(e.Rule, "no object is returned") {
			continue
		}
		method := e.Interface + "::" + e.Method
		list = append(list, New(e.ID+"/object", method+" returns an object beside the code of its failure.",
			At(method, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				refused := s.Failed() && (slices.Contains(e.Accept, s) || len(e.Accept) == 0)
				if own, ok := c.Self.(nd2.Unknown); refused && ok && c.Out != nil {
					own.AddRef()
					*c.Out = own
				}
				return s
			})))
	}
	return list
}
