package drive

import (
	"slices"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// A question asks an object of a side about itself. The judge looks at the answer, and ask at what only the question
// knows of it. That it changes nothing shows in what follows.
type question struct {
	what string
	ask  func(d *driver, s *side, c *model.Call) *model.Violation
}

var questions = slices.Concat(askedSizes, askedAddresses, askedProviders, askedInterfaces, askedQueues, askedRegions,
	askedFiles)

// ask asks a question.
func (d *driver) ask(c *model.Call) *model.Violation {
	q := questions[c.Choice%uint64(len(questions))]
	d.log.note("end %d: it is asked for %s", c.End, q.what)
	v := q.ask(d, d.side[c.End], c)
	d.world.Cover[q.name()]++
	return v
}

func (q question) name() string { return "ask/" + q.what }

// fails returns a violation of rules if a call that must succeed has not. A lack of resources is
// no violation.
func fails(rules, what string, s nd2.Status) *model.Violation {
	if ndclient.Exhausted(s) {
		return nil
	}
	return succeeds(rules, what, s)
}

// succeeds returns a violation of rules if a call has not succeeded.
func succeeds(rules, what string, s nd2.Status) *model.Violation {
	if s == nd2.Success {
		return nil
	}
	return model.Violates(rules, "%s returned %v", what, s)
}
