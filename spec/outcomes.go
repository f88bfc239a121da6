package spec

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/expect"
)

// Outcome is what HaveOutcomes expects of a result: its request's type and
// context, and its status.
func Outcome(request nd2.RequestType, context uintptr, status nd2.Status) nd2.Result {
	return nd2.Result{RequestType: request, RequestContext: context, Status: status}
}

// Outcomes are those of requests of one type that all end with the same status.
func Outcomes(request nd2.RequestType, contexts []uintptr, status nd2.Status) []nd2.Result {
	list := make([]nd2.Result, len(contexts))
	for i, context := range contexts {
		list[i] = Outcome(request, context, status)
	}
	return list
}

// HaveOutcomes matches results that have the types, contexts and statuses of
// want, in its order.
func HaveOutcomes(want ...nd2.Result) types.GomegaMatcher {
	return expect.Matcher(&outcomesMatcher{want})
}

// EndOf returns how a request ended: the nd2.Status that its call returned, or, if the
// request was posted, the next nd2.Result in queue. It is for what a provider
// may find in the call or later: matchers judge the one by the call's page and the
// other by the table of results.
func EndOf(ctx context.Context, queue nd2.CompletionQueue, returned nd2.Status) any {
	if returned != nd2.Success {
		return returned
	}
	return Result(ctx, queue)
}

// StatusOf is the status of [EndOf], where it does not matter which of them it is.
func StatusOf(ctx context.Context, queue nd2.CompletionQueue, returned nd2.Status) nd2.Status {
	if returned != nd2.Success {
		return returned
	}
	return Result(ctx, queue).Status
}

type outcomesMatcher struct{ want []nd2.Result }

func (m *outcomesMatcher) Match(actual any) (bool, error) {
	seen, ok := actual.([]nd2.Result)
	if !ok {
		return false, fmt.Errorf("results have outcomes; a %T has none", actual)
	}
	if len(seen) != len(m.want) {
		return false, nil
	}
	for i, want := range m.want {
		if outcomeOf(seen[i]) != want {
			return false, nil
		}
	}
	return true, nil
}

// Words is what is expected.
func (m *outcomesMatcher) Words() string { return listed(m.want) }

// Finding implements [expect.Finder].
func (m *outcomesMatcher) Finding(actual any, negated bool) finding.Finding {
	seen := actual.([]nd2.Result)
	same := m.same(seen)
	f := finding.Finding{Expected: unless(negated) + listedFrom(m.want, same), Seen: listedFrom(seen, same)}
	if undue := m.undue(seen); undue != nil && !negated {
		f.Unexpected = undue.Status.String()
		f.Method, f.Does = blameFor(*undue, undue.Status)
	} else if !negated && sameButOrder(seen, m.want) {
		f.Method, f.Does = "IND2CompletionQueue::GetResults", finding.OtherOrder
	} else if !negated && m.otherwiseAlike(seen) {
		f.Method, f.Does = "IND2CompletionQueue::GetResults", finding.OtherContext
	}
	return f
}

// same counts the results at the beginning that are as expected.
func (m *outcomesMatcher) same(seen []nd2.Result) (n int) {
	for n < min(len(seen), len(m.want)) && outcomeOf(seen[n]) == m.want[n] {
		n++
	}
	return n
}

// sameButOrder reports whether results would have the outcomes wanted in another order.
func sameButOrder(seen, want []nd2.Result) bool {
	left := slices.Clone(want)
	for _, r := range seen {
		i := slices.Index(left, outcomeOf(r))
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// otherwiseAlike reports whether only contexts differ from those wanted, and one context belongs to no request.
func (m *outcomesMatcher) otherwiseAlike(seen []nd2.Result) bool {
	r := calling.Load()
	if r == nil || len(seen) != len(m.want) {
		return false
	}
	for i, one := range seen {
		if one.RequestType != m.want[i].RequestType || one.Status != m.want[i].Status {
			return false
		}
	}
	return slices.ContainsFunc(seen, r.IsAstray)
}

func outcomeOf(r nd2.Result) nd2.Result { return Outcome(r.RequestType, r.RequestContext, r.Status) }

// undue is the first result with a failure that no result was to have, or nil.
func (m *outcomesMatcher) undue(seen []nd2.Result) *nd2.Result {
	wanted := Statuses(m.want)
	for i, r := range seen {
		if r.Status.Failed() && !slices.Contains(wanted, r.Status) {
			return &seen[i]
		}
	}
	return nil
}

func countOf(results int) string {
	if results == 1 {
		return "1 result"
	}
	return fmt.Sprintf("%d results", results)
}

// listed shows at most as many results as help.
func listed(results []nd2.Result) string { return listedFrom(results, 0) }

// listedFrom is [listed] without the first ones, which are as expected.
func listedFrom(results []nd2.Result, from int) string {
	const most = 24
	var b strings.Builder
	b.WriteString(countOf(len(results)))
	if from > 0 {
		fmt.Fprintf(&b, ", the first %d as expected", from)
	}
	for i, r := range results[from:] {
		if i == most {
			b.WriteString("\n…")
			break
		}
		b.WriteString("\n" + describe(r))
	}
	return b.String()
}
