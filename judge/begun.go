package judge

import (
	"cmp"
	"slices"

	"github.com/ndconform/ndconform/calls"
)

// A Begun is a call that has not returned, in words, and the rule that it breaks if it never does.
type Begun struct{ Call, Rule string }

// Begun lists the calls that have not returned, oldest first.
func (k *Checker) Begun() (list []Begun) {
	k.mu.Lock()
	defer k.mu.Unlock()
	under := slices.Clone(k.underWay)
	slices.SortFunc(under, func(a, b *step) int { return cmp.Compare(a.number, b.number) })
	for _, s := range under {
		list = append(list, Begun{s.now().String(), returnRule(s.c.Method)})
	}
	return list
}

// Begins returns what [Checker.Begun] would say of a call, before the call is made.
func Begins(c *calls.Call) Begun {
	return Begun{cmp.Or(c.Object.Name, c.Kind) + "." + methodName(c.Method), returnRule(c.Method)}
}

// returnRule is the rule that a call of a method breaks which never returns.
func returnRule(method string) string {
	return cmp.Or(successRules()[method], returnRules[method], "adapter.release.many-references")
}

// returnRules are those of methods that return no status.
var returnRules = map[string]string{
	calls.CQGetResults: "cq.getresults.count", calls.MRGetLocalToken: "mr.register.nd-success",
	calls.MRGetRemoteToken: "mr.register.nd-success", calls.MWGetRemoteToken: "mw.token.before-result",
}
