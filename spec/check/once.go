package check

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Often is how many times specs have a call refused that must leave nothing behind. Their queues and backlogs have
// fewer places, and a signed byte counts less.
const Often = 150

// RequestOnce makes a connection request to an attempt's listener with two new connectors, and rejects it. The provider
// has had the resources for it: from then on, a lack of them is a failure.
func RequestOnce(ctx context.Context, a *Attempt) {
	once, active, passive := *a, *a.Active, *a.Passive
	once.Active, once.Passive = &active, &passive
	taker, releaseTaker := passive.OwnConnector()
	passive.Connector = taker
	release := once.OwnActive()
	connect := once.Request(nil)
	Expect(taker.Reject(nil)).To(Return(nd2.Success, nd2.Pending))
	connect.Wait()
	release()
	releaseTaker()
	Enough(ctx)
}

// Many is how many times specs do something over and over with one object, so that what counts it in a byte goes round.
const Many = 300
