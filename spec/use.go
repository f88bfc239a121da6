package spec

import (
	"context"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// use has both ends send until each place of their queues was taken once, and one more, or 258 messages, which is more
// than a byte counts: what a request or a result leaves behind in its place must not show in the next one. Nothing may
// be posted or armed: the spec's first connection alone is used.
func (c *Connection) use(ctx context.Context) {
	t := targetOf(ctx)
	if slices.ContainsFunc(t.recorder.Called(), leavesTraces) {
		return
	}
	for _, e := range []*End{c.Active, c.Passive} {
		if s := e.shape; min(s.ReceiveDepth, s.InitiatorDepth, s.ReceiveSGE, s.InitiatorSGE) == 0 {
			return
		}
	}
	least := t.drawn(PairUse)
	if least == 0 {
		return
	}
	c.fill(ctx, c.Active, c.Passive, least) // on iWARP the active side has to send first
	c.fill(ctx, c.Passive, c.Active, least)
}

// leavesTraces reports whether a method posts what use would take, or asks to be told of what use does.
func leavesTraces(method string) bool {
	_, name, _ := strings.Cut(method, "::")
	return slices.Contains([]string{"Receive", "Send", "Notify"}, name)
}

// fill sends more than least messages of one byte that solicit. Every other is silent, but not the last: a silent
// request may keep its place until a later one has a result.
func (c *Connection) fill(ctx context.Context, from, to *End, least uint64) {
	const length = 1
	places := max(from.shape.InitiatorDepth, to.shape.ReceiveDepth, from.shape.QueueDepth, to.shape.QueueDepth)
	last := max(uint32(least), min(places, 128))
	for i := range last + 1 {
		MustSucceed("Receive", to.Receive(barrierContext, to.Memory.List(0, length)))
		flags := nd2.SendAndSolicitEvent
		if i%2 == 1 && i < last && from.shape.InitiatorDepth > 1 {
			flags |= nd2.SilentSuccess
		}
		MustSucceed("Send", from.Send(barrierContext, from.Memory.List(0, length), flags))
		if flags&nd2.SilentSuccess == 0 {
			MustSucceed("the result of the Send", Result(ctx, from.Initiated).Status)
		}
		MustSucceed("the result of the Receive", Result(ctx, to.Receives).Status)
	}
	Clear(to.Memory.Bytes[:length])
}
