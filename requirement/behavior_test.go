package requirement

import (
	"slices"
	"strings"
	"testing"
)

// Rules that state one behavior are of one level, or their behavior says why not.
func TestOneBehaviorHasOneLevel(t *testing.T) {
	for _, b := range behaviors {
		var levels []Level
		for _, id := range b.rules {
			e, known := Lookup(id)
			if !known {
				t.Errorf("%q: there is no rule %s", b.says, id)
			}
			levels = append(levels, e.Level)
		}
		slices.Sort(levels)
		if differ := len(slices.Compact(levels)) > 1; differ != (b.differ != "") {
			t.Errorf("%q: the levels of %v differ: %v; a reason is given: %v", b.says, b.rules, differ, b.differ != "")
		}
	}
}

// Rules whose ids end alike, of a code or not, are of one behavior, so that none escapes the
// test above. Each method has other causes for a code.
func TestAlikeRulesAreOfOneBehavior(t *testing.T) {
	alike := map[string][]Entry{}
	for _, e := range All() {
		end := e.ID[strings.LastIndex(e.ID, ".")+1:]
		if e.Level != Info && !strings.HasPrefix(end, "nd-") {
			alike[end] = append(alike[end], e)
		}
	}
	for end, entries := range alike {
		differ := func(e Entry) bool { return e.Level != entries[0].Level }
		if slices.ContainsFunc(entries, differ) && !slices.ContainsFunc(behaviors, func(b behavior) bool {
			return b.has(entries)
		}) {
			t.Errorf("rules that end with %s differ in level, and no behavior says why: %v", end, entries)
		}
	}
}

// has reports whether the behavior's rules include entries.
func (b behavior) has(entries []Entry) bool {
	return !slices.ContainsFunc(entries, func(e Entry) bool { return !slices.Contains(b.rules, e.ID) })
}

// Specs that observe one thing of one statement, by the same code of the same method, are of one
// level.
func TestOneCodeOfAMethodHasOneLevel(t *testing.T) {
	type place struct{ iface, method, code, statement string }
	first := map[place]Entry{}
	for _, s := range Statements() {
		for _, id := range s.Rules {
			e, _ := Lookup(id)
			if e.Level == Info || e.Code == "" {
				continue
			}
			p := place{e.Interface, e.Method, e.Code + e.Request, s.Place()}
			if other, taken := first[p]; taken && other.Level != e.Level {
				t.Errorf("%s: %s is %s and %s is %s", s.Place(), other.ID, other.Level, e.ID, e.Level)
			}
			first[p] = e
		}
	}
}

// A behavior is one thing that several entries state: of different objects, or one of them of
// objects in general. They are of one level, unless differ says why.
type behavior struct {
	// says is the behavior in a sentence.
	says string
	// rules are the entries' ids.
	rules  []string
	differ string
}

// behaviors are what more than one entry states, where that is not plain from their ids.
var behaviors = []behavior{
	{
		says: "The last Release of an object ends the requests that are in progress.",
		rules: []string{
			"overlapped.release.ends-requests", "cq.notify.ends-on-release", "srq.notify.ends-on-release",
			"listener.getconnectionrequest.ends-on-release",
		},
	},
	{
		says:   "A connection attempt that fails leaves the queue pair as it was.",
		rules:  []string{"connector.connect.failure-spares-queue-pair", "connector.accept.failure-spares-queue-pair"},
		differ: "Connect's remarks say so of Connect; no page says it of Accept.",
	},
	{
		says: "What waits in a queue ends in the order in which it was issued.",
		rules: []string{
			"qp.flush.in-order", "listener.getconnectionrequest.in-order", "overlapped.canceloverlappedrequests.in-order",
		},
		differ: "GetResults' remarks order the results of one queue pair; no page orders overlapped requests.",
	},
	{
		says:   "The end of a connection at this side cancels its requests.",
		rules:  []string{"qp.disconnect.cancels-requests", "qp.release.cancels-requests"},
		differ: "Disconnect flushes, says its page; of the last Release its notes say that it should.",
	},
	{
		says:   "A shared receive queue that has too few Receives already notifies whoever asks.",
		rules:  []string{"ndk.modifysrq.already-below", "srq.modify.already-below", "srq.notify.already-below"},
		differ: "NDK's page has the queue notify then; the pages of ND2 speak of the count falling.",
	},
	{
		says:  "A request that two things would end ends once.",
		rules: []string{"srq.notify.ends-once", "connector.notifydisconnect.ends-once"},
		differ: "By NotifyDisconnect's note a provider only completes the request; it is silent on a request that is " +
			"canceled then.",
	},
	{
		says:  "A window serves one queue pair at a time, and another once it was invalidated.",
		rules: []string{"mw.bound-again.other-queue-pair", "mw.scope.other-queue-pair"},
		differ: "That it can be bound again the page promises; that other queue pairs are kept out it leaves to the type " +
			"of window.",
	},
	{
		says: "A connector or a listener that is bound keeps its address.",
		rules: []string{
			"connector.getlocaladdress.bound", "listener.getlocaladdress.bound", "connector.bind.bound", "listener.bind.bound",
		},
		differ: "What address it has, a page says; that it can't be bound again, Microsoft's tests alone.",
	},
	{
		says:  "A call that was made once can be made again.",
		rules: []string{"com.dllgetclassobject.again", "listener.listen.again"},
		differ: "Two things that share a word: a library is asked as often as there are clients, and a listener " +
			"listens once.",
	},
}
