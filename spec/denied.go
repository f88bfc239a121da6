package spec

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
)

// ExpectWriteDenied shows that the passive end's memory is closed to a Write of the
// active one: it ends as the catalogue entry id has it, and the connection with it.
// Where a Write is over once it has been sent, as on iWARP, it is only the end of the
// connection that tells. Whatever the Write has changed it has changed when this
// returns.
func (c *Connection) ExpectWriteDenied(ctx context.Context, id string, to Remote, size int) {
	GinkgoHelper()
	Expect(c.Active.Store(ctx, to, size)).To(EndAsRuled(id))
	c.AwaitEnd(ctx, c.Active)
}

// ExpectReadDenied shows that the passive end's memory is closed to a Read of the
// active one likewise.
func (c *Connection) ExpectReadDenied(ctx context.Context, id string, from Remote, size int) {
	GinkgoHelper()
	Expect(c.Active.Fetch(ctx, from, size)).To(EndAsRuled(id))
	c.AwaitEnd(ctx, c.Active)
}

// AwaitEnd returns once an end's requests fail, since the connection has ended. It is
// tried with Writes of no bytes, which take no Receive, and whose results it takes; no
// others are to be queued.
func (c *Connection) AwaitEnd(ctx context.Context, e *End) {
	GinkgoHelper()
	to := c.Other(e).Memory.Remote()
	Until(ctx, "the connection to end, and with it a later request to fail", func() bool {
		return StatusOf(ctx, e.Initiated, e.Write(barrierContext, nil, to.Address, to.Token, 0)) != nd2.Success
	})
}
