package explore

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// Text is what the command replay reads: the recorded calls, the last one with the outcome that was expected of it, as
// far as the finding is about a status. So a replay shows the finding as a difference. Of a request that has not ended,
// its end is expected.
func (f Finding) Text() string { return recorded.Text(f.expecting()) }

func (f Finding) expecting() []recorded.Call {
	calls := slices.Clone(f.Recorded)
	if len(calls) == 0 {
		return nil
	}
	if method, _, ends := strings.Cut(f.Expected, " to end"); ends && f.Seen == "it has not" {
		if n := onlyPending(calls, method); n >= 0 {
			on := calls[n].On
			calls = append(calls, recorded.Call{On: on, Method: "Set", Request: method, Of: n, Status: recorded.AnyStatus})
		}
		return calls
	}
	words := strings.FieldsFunc(f.Expected, func(r rune) bool { return strings.ContainsRune(" ,[]", r) })
	n := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "ND_") })
	if n < 0 {
		return calls
	}
	want, known := nd2.ParseStatus(words[n])
	seen := func(s nd2.Status) bool { return known && strings.Contains(f.Seen, s.String()) }
	last := &calls[len(calls)-1]
	if r := len(last.Results) - 1; r >= 0 && seen(last.Results[r].Status) {
		last.Results = slices.Clone(last.Results)
		last.Results[r].Status = want
	} else if r < 0 && last.Status != recorded.AnyStatus && seen(last.Status) {
		last.Status = want
	}
	return calls
}

// onlyPending is the index of the one call of a method whose request goes on, -1 if there is none or another one.
func onlyPending(calls []recorded.Call, method string) int {
	pending := map[int]bool{}
	for n, c := range calls {
		if c.Method == method && c.Status == nd2.Pending {
			pending[n] = true
		}
		if c.Request != "" {
			delete(pending, c.Of)
		}
	}
	for n := range pending {
		if len(pending) == 1 {
			return n
		}
	}
	return -1
}
