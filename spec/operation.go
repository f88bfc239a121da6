package spec

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/spec/expect"
)

// An Operation is an overlapped request of a spec, which fails if it doesn't end.
type Operation struct {
	*ndclient.Request

	ctx    context.Context
	object nd2.Overlapping
	// made is the method that the request was made by, if it is known.
	made string
	// on is the name in the trace of the object that the request was made on.
	on string
}

// Start issues an overlapped request on object: call is given the OVERLAPPED.
func Start(ctx context.Context, object nd2.Overlapping, call func(o *nd2.Overlapped) nd2.Status) *Operation {
	op := &Operation{Request: ndclient.Start(object, call), ctx: ctx, object: object}
	if r := calling.Load(); r != nil { // which forgets it when many others have been made
		op.made, op.on = r.MethodBy(op.Overlapped), r.ObjectBy(op.Overlapped)
	}
	skipIfLacking(op.Returned.String())
	return op
}

// Wait returns the final status: the returned one, or, after ND_PENDING, the one
// of GetOverlappedResult once the event is set. It asks again, and waits for the
// next notification, as long as the provider starts a further phase. The spec fails
// if its time runs out.
func (op *Operation) Wait() nd2.Status {
	if op.Final() != nd2.Pending {
		return op.Status()
	}
	point := op.point()
	w := op.await(op.ctx, point, pointAnyEvent)
	for {
		select {
		case <-op.Event.Signaled():
		case <-w.ctx.Done():
		}
		s := op.Ask()
		if s != nd2.Pending {
			op.mustBeNotified(s, w)
			w.completed()
			return s
		}
		if w.over() {
			behind := pointBehind(point, op.Overlapped)
			w.timedOut(behind)
			notGiven(behind, point+op.whose()+", which returned ND_PENDING",
				"GetOverlappedResult still returns ND_PENDING when the spec's time is up", op.besides())
		}
	}
}

// mustBeNotified fails the spec if a request that has ended is not told of by its event
// until the spec's time is up, and for a moment after that: the request may have ended
// just now.
func (op *Operation) mustBeNotified(s nd2.Status, w *wait) {
	if !w.over() {
		return
	}
	brief := momentOf(op.ctx)
	if op.ctx.Err() == nil {
		brief /= 10 // others have timed out, and nothing is held against the provider
	}
	moment := time.NewTimer(brief)
	defer moment.Stop()
	select {
	case <-op.Event.Signaled():
	case <-moment.C:
		if op.Event.Sets() == 0 {
			point := pointOfEvent(op.Event, pointAnyEvent)
			w.timedOut(point, pointAnyEvent)
			notGiven(point, point+op.whose()+", which returned ND_PENDING, to be set when the request completes",
				fmt.Sprintf("the request has completed, GetOverlappedResult returns %v, but its event was never set", s), "")
		}
	}
}

// momentOf is short beside what is left to a spec when its time is up.
func momentOf(ctx context.Context) time.Duration {
	t, ok := ctx.Value(targetKey{}).(*Target)
	if !ok {
		return 0
	}
	return t.routeLimit / 4
}

// pointAnyEvent is where whoever waits for any request's end waits.
const pointAnyEvent = "the event of a request that has completed"

// await begins a wait for the request's end at its wait point and others.
func (op *Operation) await(ctx context.Context, points ...string) *wait {
	if strings.HasPrefix(points[0], endOf+"IND2") { // of another interface's, nothing follows
		points = append(points, pointAnyEnd)
	}
	if r := calling.Load(); r != nil && op.made == notify {
		if owes, lacks := r.Lacks(op.Overlapped); lacks {
			points = append(points, pointOfDebt(owes))
		}
	}
	return await(ctx, points...)
}

// called names the method of an operation, with a space after it; it is empty of anything else.
func called(v any) string {
	op, ok := v.(*Operation)
	if !ok {
		return ""
	}
	method, known := op.method()
	if !known {
		return ""
	}
	return method + " "
}

// method names the method that made the request, if it is known.
func (op *Operation) method() (name string, known bool) { return op.made, op.made != "" }

// point is where whoever waits for the request's end waits.
func (op *Operation) point() string {
	if method, known := op.method(); known {
		return endOf + method
	}
	return "an overlapped request's end"
}

// whose names the request's object as the trace does, and its side of a connection, in brackets
// after a space; it is empty if the trace does not know it.
func (op *Operation) whose() string {
	r := calling.Load()
	if r == nil || op.made == "" {
		return ""
	}
	return " (" + op.on + r.Side(op.on) + ")"
}

// besides names the Accept that has not ended either, of a Connect: it is that by which Connect ends,
// and may do nothing; and of a Notify, the requests that have no result.
func (op *Operation) besides() string {
	r := calling.Load()
	switch {
	case r == nil:
		return ""
	case op.made == notify:
		return owed()
	case op.made != connect:
		return ""
	}
	accept := r.Pending("Accept", hasEnded)
	if accept == "" {
		return ""
	}
	return "IND2Connector::Accept (" + accept + ", passive side) has returned ND_PENDING and has not ended either"
}

// Done tells whether the request has ended, without waiting.
func (op *Operation) Done() bool { return op.Status() != nd2.Pending }

// ends waits until the request has ended, or other has, or the time is up, and
// reports whether it has.
func (op *Operation) ends(ctx context.Context, other *Operation) bool {
	for op.Ask() == nd2.Pending && other.Ask() == nd2.Pending && ctx.Err() == nil {
		select {
		case <-op.Event.Signaled():
		case <-other.Event.Signaled():
		case <-ctx.Done():
		}
	}
	return op.Done()
}

// Posts counts the packets that p has for this request.
func (op *Operation) Posts(p *Port) int { return p.Count(op.Overlapped) }

func describe(v any) string {
	switch v := v.(type) {
	case nd2.Status:
		return v.String()
	case ndk.Status:
		return v.String()
	case nd1.Result:
		return v.Status.String()
	case *Operation:
		if v.Returned != nd2.Pending {
			return v.Returned.String() + " (returned inline)"
		}
		return v.Status().String() + " (of a request that returned ND_PENDING)"
	case nd2.Result:
		return fmt.Sprintf("%v (%v, context %d)", v.Status, v.RequestType, v.RequestContext)
	}
	return expect.Show(v)
}
