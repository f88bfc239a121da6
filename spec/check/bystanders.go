package check

import (
	"context"
	"slices"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// Bystanders are objects of the adapter under test, each in another state, beside an object that ends. Their queue
// pairs report to the same two completion queues; that object may report there, too. Some bystanders are made before
// it, and some after it.
type Bystanders struct {
	Local, Peer         *Side
	Receives, Initiated nd2.CompletionQueue

	// taken are results that were taken before they were asked for.
	taken map[origin][]nd2.Result
	// last is the context of the latest bystander.
	last uintptr
	// checks show that bystanders are as they were.
	checks []func(ctx context.Context)
}

// An origin says which requests a result is of: a queue pair's Receives, or its others.
type origin struct {
	pair     uintptr // its context
	receives bool
}

// subjectContext is the context of the queue pair that ends; bystanders have those that follow.
const subjectContext = 1

// ExpectSpared shows that what prepare makes can end, which is what it returns, and that no bystander is touched.
func ExpectSpared(ctx context.Context, prepare func(ctx context.Context, b *Bystanders) (end func())) {
	local := Local(ctx)
	const depth = 40 // more than all of them have results of a kind at a time
	b := &Bystanders{Local: local, Peer: Peer(ctx), last: subjectContext, taken: map[origin][]nd2.Result{}}
	b.Receives, b.Initiated = local.CompletionQueues(depth)
	b.connected(ctx, true)
	b.unconnected()
	b.attempt(ctx, true, requested)
	b.attempt(ctx, false, listening)
	end := prepare(ctx, b)
	b.notified(ctx)
	b.connected(ctx, false)
	b.shared(ctx)
	b.flushed(ctx)
	b.attempt(ctx, false, requested)
	b.attempt(ctx, true, answered)
	end()
	for _, check := range slices.Backward(b.checks) { // an Accept does not wait for ever
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

// Results takes n results of the queue pair with a context from the common queues: of its Receives, or of its other
// requests, if kind is another.
func (b *Bystanders) Results(ctx context.Context, kind nd2.RequestType, of uintptr, n int) []nd2.Result {
	asked := origin{of, kind == nd2.RequestReceive}
	queue := b.Initiated
	if asked.receives {
		queue = b.Receives
	}
	for len(b.taken[asked]) < n {
		r := Result(ctx, queue)
		from := origin{r.QueuePairContext, r.RequestType == nd2.RequestReceive}
		b.taken[from] = append(b.taken[from], r)
	}
	list := b.taken[asked][:n]
	b.taken[asked] = b.taken[asked][n:]
	return list
}

// SubjectResults takes the next n results of the queue pair that ends; see [Bystanders.Results].
func (b *Bystanders) SubjectResults(ctx context.Context, kind nd2.RequestType, n int) []nd2.Result {
	return b.Results(ctx, kind, subjectContext, n)
}

func (b *Bystanders) check(show func(ctx context.Context)) { b.checks = append(b.checks, show) }
