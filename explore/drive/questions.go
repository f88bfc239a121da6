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
	ask  func(d *driver, s *side, c *model.Call)
}

var questions = slices.Concat(askedSizes, askedAddresses, askedProviders, askedInterfaces, askedQueues, askedRegions,
	askedFiles)

// ask asks a question.
func (d *driver) ask(c *model.Call) {
	q := questions[c.Choice%uint64(len(questions))]
	d.log.note("end %d: it is asked for %s", c.End, q.what)
	d.world.Cover[q.name()]++
	q.ask(d, d.side[c.End], c)
}

func (q question) name() string { return "ask/" + q.what }

// mayLack is succeeds for a call that resources may lack.
func mayLack(rules, what string, s nd2.Status) {
	if !ndclient.Exhausted(s) {
		succeeds(rules, what, s)
	}
}

// succeeds ends the program if a call has not succeeded, which breaks rules.
func succeeds(rules, what string, s nd2.Status) {
	if s != nd2.Success {
		breaks(rules, "%s returned %v", what, s)
	}
}
