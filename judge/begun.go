package judge

import (
	"cmp"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
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

// Made says of a request what [Checker.Begins] says of its call, by the OVERLAPPED that it was made with. Of an object
// that was released it may know no more.
func (k *Checker) Made(o *nd2.Overlapped) (made Begun, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.overlapped[identityOf(o)]
	if p == nil || p.object == nil {
		return Begun{}, false
	}
	return Begun{p.object.name + "." + methodName(p.method), returnRule(p.method)}, true
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
