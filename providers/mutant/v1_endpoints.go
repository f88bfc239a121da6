package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

const (
	v1CreateWindow      = "INDAdapter::CreateMemoryWindow"
	v1GetResults        = "INDCompletionQueue::GetResults"
	v1CreateEndpoint    = "INDConnector::CreateEndpoint"
	v1Connect           = "INDConnector::Connect"
	v1Accept            = "INDConnector::Accept"
	v1GetConnectionData = "INDConnector::GetConnectionData"

	v1Flush             = "INDEndpoint::Flush"
	v1StartBatch        = "INDEndpoint::StartRequestBatch"
	v1SubmitBatch       = "INDEndpoint::SubmitRequestBatch"
	v1Send              = "INDEndpoint::Send"
	v1SendAndInvalidate = "INDEndpoint::SendAndInvalidate"
	v1Receive           = "INDEndpoint::Receive"
	v1Bind              = "INDEndpoint::Bind"
	v1Invalidate        = "INDEndpoint::Invalidate"
	v1Read              = "INDEndpoint::Read"
	v1Write             = "INDEndpoint::Write"
)

// endpoints break what CreateEndpoint creates.
func endpoints() []Mutant {
	return []Mutant{
		by("endpoint.createendpoint.one-at-a-time", "another", "A connector that has an endpoint is given another.",
			func() defect {
				var made record[bool]
				return defect{call: only(v1CreateEndpoint, func(c *call) nd2.Status {
					if !made.get(c.object) {
						s := c.proceed()
						made.set(c.object, s == nd2.Success)
						return s
					}
					var spare nd1.Connector
					if s := c.v1.connector.adapter.CreateConnector(&spare); s != nd2.Success {
						return s
					}
					p := c.v1
					return spare.CreateEndpoint(p.inbound, p.outbound, p.shape.inEntries, p.shape.outEntries,
						p.shape.inSGE, p.shape.outSGE, p.shape.inReads, p.shape.outReads, p.inline, p.created)
				})}
			}),
		by("endpoint.createendpoint.one-at-a-time", "ends-first", "When a second endpoint is refused, the first one can't be connected any more.",
			func() defect {
				var refused record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.method == v1Connect && refused.get(&c.v1.connector.on) {
						return nd2.InvalidParameter1
					}
					s := c.proceed()
					if c.method == v1CreateEndpoint && s == nd2.InvalidDeviceState {
						refused.set(c.object, true)
					}
					return s
				}}
			}),
		by("endpoint.createendpoint.another-after-release", "refused", "A connector is given one endpoint only, ever.",
			func() defect {
				var made record[bool]
				return defect{call: only(v1CreateEndpoint, func(c *call) nd2.Status {
					if made.get(c.object) {
						return nd2.InvalidDeviceState
					}
					s := c.proceed()
					made.set(c.object, s == nd2.Success)
					return s
				})}
			}),
		by("endpoint.createendpoint.own-connector-only", "connect", "Connect takes whatever endpoint for the connector's own.", owning(v1Connect)),
		by("endpoint.createendpoint.own-connector-only", "accept", "Accept takes whatever endpoint for the connector's own.", owning(v1Accept)),
		by("endpoint.createendpoint.inline-data-optional", "demanded", "The inline data size has to be asked for.",
			refusing(v1CreateEndpoint, nd2.InvalidParameter9, func(c *call) bool { return c.v1.inline == nil })),
		by("endpoint.createendpoint.inline-data-optional", "not-told", "The inline data size is not told.",
			before(v1CreateEndpoint, func(c *call) { c.v1.inline = nil })),
		by("endpoint.createendpoint.one-completion-queue", "refused", "An endpoint needs two completion queues.",
			refusing(v1CreateEndpoint, nd2.InvalidParameter2, func(c *call) bool { return c.v1.inbound == c.v1.outbound })),
		by("endpoint.createendpoint.one-completion-queue", "receives-lost", "Where one completion queue is for both kinds of request, Receives have no result.",
			v1Without(func(o v1Outcome) bool {
				return o.of != nil && o.of.method == v1Receive && o.of.v1.inbound == o.of.v1.outbound
			})),
		by("endpoint.createendpoint.results-by-kind", "swapped", "Results of Receives go to the outbound completion queue, and all others to the inbound one.",
			before(v1CreateEndpoint, func(c *call) { c.v1.inbound, c.v1.outbound = c.v1.outbound, c.v1.inbound })),
		by("endpoint.createendpoint.zero-read-limits", "refused", "A read limit of 0 is refused.",
			refusing(v1CreateEndpoint, nd2.InvalidParameter7, func(c *call) bool { return c.v1.shape.inReads == 0 })),
		by("endpoint.createendpoint.read-limits-offered", "swapped", "The endpoint's read limits are taken for each other.",
			before(v1CreateEndpoint, func(c *call) {
				c.v1.shape.inReads, c.v1.shape.outReads = c.v1.shape.outReads, c.v1.shape.inReads
			})),
		by("endpoint.createendpoint.read-limits-offered", "one-more", "The peer sees an inbound read limit of one more than was offered.",
			after(v1GetConnectionData, func(c *call) {
				if c.v1.inLimit != nil {
					*c.v1.inLimit++
				}
			})),
		by("endpoint.createendpoint.keeps-completion-queues", "not", "An endpoint keeps no reference to its completion queues.",
			after(v1CreateEndpoint, func(c *call) {
				innerQueue(c.v1.inbound).Release()
				innerQueue(c.v1.outbound).Release()
			})),
	}
}

// owning makes a defect by which a method takes any endpoint for that of its
// connector.
func owning(method string) func() defect {
	return func() defect {
		var own record[nd1.Endpoint]
		return defect{call: func(c *call) nd2.Status {
			if c.method == method {
				c.v1.endpoint = own.get(&c.v1.connector.on)
			}
			s := c.proceed()
			if c.method == v1CreateEndpoint && s == nd2.Success {
				own.set(c.object, *c.v1.created)
			}
			return s
		}}
	}
}

// v1Each makes a defect that changes results one by one.
func v1Each(change func(o *v1Outcome)) func() defect {
	return after(v1GetResults, func(c *call) {
		for i := range c.v1.outcomes {
			change(&c.v1.outcomes[i])
		}
	})
}

// v1Without makes a defect that loses some results.
func v1Without(lost func(o v1Outcome) bool) func() defect {
	return after(v1GetResults, func(c *call) { c.v1.outcomes = slices.DeleteFunc(c.v1.outcomes, lost) })
}
