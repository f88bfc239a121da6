package spec

import (
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// InTime waits until the request has ended. The spec ends as unobservable if its time
// is up first: it is for requests that end by a limit of time that providers choose.
// Source: IND2Connector.md, IND2Connector::Connect, Return Value.
func (op *Operation) InTime() *Operation {
	point := op.point()
	w := op.await(op.ctx, point)
	for !op.Done() {
		if op.ctx.Err() != nil {
			Unobservable("the provider waits longer than the spec; --timeout-scale gives it more time")
		}
		if w.over() {
			w.timedOut(point)
		}
		w.backoff.Wait(w.ctx)
	}
	w.completed()
	return op
}

// EndsBriefly waits for a moment, as [Briefly] has it, and reports whether the request has
// ended by then.
func (op *Operation) EndsBriefly() bool {
	moment, end := Briefly(op.ctx)
	defer end()
	var backoff poll.Backoff
	for moment.Err() == nil && !op.Done() {
		backoff.Wait(moment)
	}
	return op.Done()
}
