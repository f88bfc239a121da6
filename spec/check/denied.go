package check

import (
	"bytes"
	"context"
	"slices"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// ExpectWriteDenied shows that memory of the passive end is closed to a Write of the
// active one: it ends as the catalogue entry id has it, the connection ends with it,
// and nothing changes of what is closed. Where a Write is over once it has been sent,
// as on iWARP, it is only the end of the connection that tells.
func ExpectWriteDenied(ctx context.Context, c *Connection, id string, to Remote, size int, closed ...[]byte) {
	before := clones(closed)
	Expect(c.Active.Store(ctx, to, size)).To(ReturnAsRuled(id))
	awaitEnd(ctx, c, c.Active, closed, before)
}

// ExpectReadDenied shows that memory of the passive end is closed to a Read of the
// active one: it ends as the catalogue entry id has it, and the connection with it.
func ExpectReadDenied(ctx context.Context, c *Connection, id string, from Remote, size int) {
	Expect(c.Active.Fetch(ctx, from, size)).To(ReturnAsRuled(id))
	AwaitEnd(ctx, c, c.Active)
}

// AwaitEnd returns once an end's requests fail, since the connection has ended, and
// shows that meanwhile nothing changes of what is closed. It is tried with Writes of no
// bytes, which take no Receive, and whose results it takes; no others are to be queued.
func AwaitEnd(ctx context.Context, c *Connection, e *End, closed ...[]byte) {
	awaitEnd(ctx, c, e, closed, clones(closed))
}

func awaitEnd(ctx context.Context, c *Connection, e *End, closed, before [][]byte) {
	to := c.Other(e).Memory.Remote()
	Until(ctx, "the connection to end, and with it a later request to fail", func() bool {
		ended := StatusOf(ctx, e.Initiated, e.Write(triedContext, nil, to.Address, to.Token, 0)) != nd2.Success
		return ended || !slices.EqualFunc(closed, before, hold)
	})
	for i := range closed {
		Expect(closed[i]).To(HoldBytes(before[i]))
	}
}

// triedContext is the request context of the Writes that AwaitEnd tries.
const triedContext = ^uintptr(0)

func clones(list [][]byte) [][]byte {
	var copies [][]byte
	for _, b := range list {
		copies = append(copies, slices.Clone(Contents(b)))
	}
	return copies
}

func hold(b, want []byte) bool { return bytes.Equal(Contents(b), want) }
