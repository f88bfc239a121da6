package judge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
)

// TestAnnounced: what is said of notifications.
func TestAnnounced(t *testing.T) {
	const lost, none = "cq.notify.no-lost-wakeup", "cq.notify.result-before-notification"
	const errors, unsolicited = "cq.notify.errors-ignores-success", "cq.notify.solicited-ignores-unsolicited"
	const together = "cq.notify.releases-every-request"
	for _, c := range []struct{ name, words, rule string }{
		{"nobody solicited", "solicited send result solicited+ empty send result", unsolicited},
		{"an error", "solicited send error solicited+ empty send result", ""},
		{"a canceled request", "solicited send flushed solicited+ empty send result", ""},
		{"posted before", "send solicited result solicited+ empty send result", ""},
		{"taken before", "send result solicited send result solicited+ empty send result", ""},
		{"beside any", "any solicited send result any+ solicited+ empty send result", ""},
		{"any later", "solicited any send result any+ solicited+ empty send result", ""},
		{"behind a canceled any", "any cancel any- solicited send result solicited+ empty send result", ""},
		{
			"behind a canceled any that nobody asked about",
			"any cancel any=solicited send result solicited+ empty send result", "",
		},
		{"behind one that is being canceled", "any cancel solicited any- send result solicited+ empty send result", ""},
		{
			"long behind a canceled any",
			"any cancel any- any2 send result any2+ any3! solicited send result solicited+ empty send result", "",
		},
		{"beside one that ends at once", "solicited send solicited2! solicited+ result empty send result", ""},
		{"beside one that ends before", "solicited send solicited2 solicited2+ solicited+ result empty send result", ""},
		{"beside one that ends later", "solicited send solicited2 solicited+ result solicited2+ empty send result", ""},
		{"beside one of another type that ends at once", "errors send solicited! errors+ result empty send result", ""},
		{
			"with an OVERLAPPED that another thread asks about",
			"overtaking solicited send result solicited+ empty send result", "",
		},
		{"of a type that is not known", "unknown send result unknown+ empty send result", ""},
		{"no error", "errors send result errors+ empty send result", errors},
		{"results left", "errors send send result errors+ send result", ""},
		{"of a queue that may have failed", "errors send result errors+ empty", ""},
		{"a flush result that has gone", "solicited send release solicited+ empty send result", ""},
		{"a flush result of a queue pair that went before", "send release solicited solicited+ empty", ""},

		{
			"behind one that ends at once for what is queued",
			"solicited send solicited2 solicited+ result empty solicited2+ send result", "",
		},
		{"errors, likewise", "errors send errors2 errors+ result empty errors2+ send result", ""},
		{"of another type, likewise", "errors send solicited errors+ result empty solicited+ send result", ""},
		{"where the queue stays armed", "send any! result empty solicited send result solicited+ empty send result", ""},
		{
			"where a second call arms again",
			"any send any2 any+ any2+ result empty solicited send result solicited+ empty send result", "",
		},
		{"nothing", "send any any+ empty send result result", none},
		{"nothing, at once", "send any! empty send result result", none},
		{"nothing, of an adapter that is gone", "send any any+ removed empty", ""},
		{"nothing, of a queue that may have failed", "send any any+ empty", ""},
		{"nothing, and the next result is older", "send any any+ empty result", ""},
		{"nothing, and the next request fails", "send any any+ empty send result flushed", ""},
		{"nothing taken yet", "send any any+ result empty send result", ""},
		{"taken before, and announced by nobody", "send result send any any+ empty send result result", ""},
		{"taken and announced", "any send result any+ send any any+ empty send result result", none},
		{"taken, and one of two announced", "any send send result result any+ send any any+ empty send result result", ""},
		{"announced and taken", "send any any+ result send any any+ empty send result result", none},
		{"asked about as the OVERLAPPED's former request", "send result any! again empty send result any+", ""},
		{"gone with its queue pair", "send any release any+ empty", ""},
		{"gone with its queue pair before", "send release any any+ empty any2 any2+ empty", ""},

		{"lost: any", "any send result", lost},
		{"lost: nobody solicited", "solicited send result", ""},
		{"lost: an error", "solicited send error", lost},
		{"lost: of errors of the queue", "errors send result", ""},
		{"lost: it was there", "empty send any result", lost},
		{"lost: results were left", "send result send any result", ""},
		{"lost: asked for before", "send empty any result", ""},
		{"lost: beside another", "empty send solicited any result", ""},
		{"lost: another one was canceled", "any cancel any- empty send any result", ""},
		{"lost: another one is being canceled", "any cancel empty send any=any2 result", ""},
		{"lost: another one has ended since", "empty send any! any result", ""},
		{"lost: another thread asks about its OVERLAPPED", "empty send overtaking any result", ""},

		{"one of two", "any any2 send result any2+", lost + together},
		{"one of two, of a queue that is gone", "any any2 send any2+ close", ""},
		{"one of two, the other at once", "any send any2!", together},
		{"one of two, the other at once, of what was there", "send any any2!", together},
		{"one of two, the other at once, of what was announced", "send any! any any2!", ""},
		{"one of two, the other at once, and what was announced is taken", "send any! result empty any send any2!", together},
		{"one of two, the other at once, and of another type", "solicited send solicited2!", ""},
		{"one of two, the earlier", "any send any+ any2", ""},
	} {
		s := &scene{history: little(), notifies: map[string]*event.Overlapped{}}
		for word := range strings.FieldsSeq(c.words) {
			s.tell(word)
		}
		rule := ""
		for _, f := range findingsAt(t, s.history, (*judge.Checker).Quiet) {
			if slices.Contains([]string{lost, none, errors, unsolicited, together}, f.ID) {
				rule += f.ID
			}
		}
		if rule != c.rule {
			t.Errorf("%s: found %q, want %q", c.name, rule, c.rule)
		}
	}
}
