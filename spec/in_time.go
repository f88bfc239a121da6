package spec

import (
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// InTime waits until the request has ended, after a time that the provider chooses. The spec ends as
// unobservable if its own time is up first.
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

// EndsBriefly waits as long as [Briefly] says, and reports whether the request has ended by then.
func (op *Operation) EndsBriefly() bool {
	moment, end := Briefly(op.ctx)
	defer end()
	var backoff poll.Backoff
	for moment.Err() == nil && !op.Done() {
		backoff.Wait(moment)
	}
	return op.Done()
}
