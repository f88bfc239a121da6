package check

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// Bystanders are objects of the adapter under test, each in another state, beside an object that ends. Their queue
// pairs report to the same two completion queues; that object may report there, too. Some bystanders are made before
// it, and some after it.
type Bystanders struct {
	Local, Peer         *Side
	Receives, Initiated nd2.CompletionQueue

	// taken are the results that have been taken from a queue, by the queue pair's context.
	taken map[nd2.CompletionQueue]map[uintptr][]nd2.Result
	// last is the context of the latest bystander.
	last uintptr
	// checks show that bystanders are as they were.
	checks []func(ctx context.Context)
}

// subjectContext is the context of the queue pair that ends; bystanders have those that follow.
const subjectContext = 1

// ExpectSpared shows that what prepare makes can end, which is what it returns, and that no bystander is touched.
func ExpectSpared(ctx context.Context, prepare func(ctx context.Context, b *Bystanders) (end func())) {
	local := Local(ctx)
	const depth = 40 // more than all of them have results at a time
	b := &Bystanders{
		Local: local, Peer: Peer(ctx), last: subjectContext,
		Receives: local.CompletionQueue(depth), Initiated: local.CompletionQueue(depth),
		taken: map[nd2.CompletionQueue]map[uintptr][]nd2.Result{},
	}
	b.connected(ctx, true)
	b.unconnected()
	b.attempt(ctx, true, requested)
	b.attempt(ctx, false, listening)
	end := prepare(ctx, b)
	b.notified(ctx)
	b.connected(ctx, false)
	b.attempt(ctx, true, answered)
	b.attempt(ctx, false, requested)
	b.shared(ctx)
	b.flushed(ctx)
	end()
	for _, check := range b.checks {
		check(ctx)
	}
}

// Subject creates the end whose queue pair is to end.
func (b *Bystanders) Subject() *End { return b.Local.End(b.shape(subjectContext)) }

// shape is that of an end of a context, which reports to the common queues.
func (b *Bystanders) shape(context uintptr) Shape {
	return Shape{
		Context: context, ReceiveDepth: posted, InitiatorDepth: posted, UseReceives: b.Receives, UseInitiated: b.Initiated,
		OwnReceives: "bystanders keep them, or end with them",
	}
}

// bystander creates the end of a bystander, with Receives of the contexts 1, 2, … posted, and returns its context.
func (b *Bystanders) bystander() (*End, uintptr) {
	b.last++
	e := b.Local.End(b.shape(b.last))
	e.PostReceives(1, posted, size)
	return e, b.last
}

// Results takes n results of the queue pair with a context from one of the common queues.
func (b *Bystanders) Results(ctx context.Context, queue nd2.CompletionQueue, of uintptr, n int) []nd2.Result {
	if b.taken[queue] == nil {
		b.taken[queue] = map[uintptr][]nd2.Result{}
	}
	kept := b.taken[queue]
	for len(kept[of]) < n {
		r := Result(ctx, queue)
		kept[r.QueuePairContext] = append(kept[r.QueuePairContext], r)
	}
	list := kept[of][:n]
	kept[of] = kept[of][n:]
	return list
}

// SubjectResult takes the next result of the queue pair that ends.
func (b *Bystanders) SubjectResult(ctx context.Context, queue nd2.CompletionQueue) nd2.Result {
	return b.SubjectResults(ctx, queue, 1)[0]
}

// SubjectResults takes the next n results of the queue pair that ends.
func (b *Bystanders) SubjectResults(ctx context.Context, queue nd2.CompletionQueue, n int) []nd2.Result {
	return b.Results(ctx, queue, subjectContext, n)
}

func (b *Bystanders) check(show func(ctx context.Context)) { b.checks = append(b.checks, show) }
