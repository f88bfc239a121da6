package spec

import (
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// InTime waits until the request has ended. The spec ends as unobservable if its time
// is up first: it is for requests that end by a limit of time that providers choose.
// Source: IND2Connector.md, IND2Connector::Connect, Return Value.
func (op *Operation) InTime() *Operation {
	site := op.site()
	w := op.await(op.ctx, site)
	for !op.Done() {
		if op.ctx.Err() != nil {
			Unobservable("the provider waits longer than the spec; --timeout-scale gives it more time")
		}
		if w.over() {
			w.missed(site)
		}
		w.pace.Again(w.ctx)
	}
	w.met()
	return op
}

// EndsBriefly waits for a moment, as [Briefly] has it, and reports whether the request has
// ended by then.
func (op *Operation) EndsBriefly() bool {
	moment, end := Briefly(op.ctx)
	defer end()
	var pace poll.Pace
	for moment.Err() == nil && !op.Done() {
		pace.Again(moment)
	}
	return op.Done()
}
