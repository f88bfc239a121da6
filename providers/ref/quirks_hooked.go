package ref

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// hooked are the quirks that hooks around the engine make. Some break a rule, as a shipped adapter
// does; docs/practice.md says which.
var hooked = []quirk{
	{"silent-once-connected", "Once a client has accepted or completed a connection, there are no private data, and " +
		"GetReadLimits fails with ND_INVALID_DEVICE_STATE.", func(o *options) { o.around(silentOnceConnected()) }},
	{"empty-data", "GetPrivateData returns ND_SUCCESS and no bytes where there are none yet, or none any more (breaks a " +
		"rule).", func(o *options) { o.around(onCall(calls.ConnectorGetPrivateData, emptyData)) }},
	{"connects-once", "A connector can connect once: after a Connect that has failed or was canceled, and after a " +
		"Disconnect, Connect returns ND_CONNECTION_ACTIVE.", func(o *options) {
		o.quirks.SpentConnectors = true
		o.around(onCall(calls.ConnectorConnect, connectsOnce))
	}},
	{"early-binds", "A Bind on a queue pair that was never connected returns ND_SUCCESS, and never has a result " +
		"(breaks a rule).", func(o *options) { o.around(onCall(calls.QPBind, earlyBind)) }},
	{"stuck-writes", "A Write of no bytes has no result, and neither have later requests of its queue pair (breaks a " +
		"rule).", func(o *options) { o.around(stuckWrites()) }},
	{
		"damaged-reads", "A Read on a connection whose limit of outbound Reads was given as 0 ends with ND_DATA_ERROR.",
		func(o *options) { o.around(onCall(calls.QPRead, damagedRead)) },
	},
	{
		"little-memory", "Registering 1 GiB or more fails with ND_NO_MEMORY.",
		func(o *options) { o.around(onCall(calls.MRRegister, littleMemory)) },
	},
}

func onCall(method string, f func(*calls.Call) nd2.Status) calls.Hooks {
	return calls.Hooks{Call: calls.At(method, f)}
}

// silentOnceConnected tells nothing of how a connection was made once it is.
func silentOnceConnected() calls.Hooks {
	connected := new(calls.Record[bool])
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		switch told := s == nd2.Success || s == nd2.BufferOverflow; {
		case s.Failed() && !told:
		case c.Method == calls.ConnectorAccept, c.Method == calls.ConnectorCompleteConnect:
			connected.Set(c.Object, true)
		case !connected.Get(c.Object):
		case c.Method == calls.ConnectorGetPrivateData:
			*c.Size, s = 0, nd2.Success
		case c.Method == calls.ConnectorGetReadLimits:
			s = nd2.InvalidDeviceState
		}
		return s
	}}
}

func emptyData(c *calls.Call) nd2.Status {
	s := c.Proceed()
	if s == nd2.ConnectionInvalid {
		*c.Size, s = 0, nd2.Success
	}
	return s
}

func connectsOnce(c *calls.Call) nd2.Status {
	s := c.Proceed()
	if s == nd2.ConnectionInvalid {
		s = nd2.ConnectionActive
	}
	return s
}

// earlyBind takes what the engine refuses.
func earlyBind(c *calls.Call) nd2.Status {
	s := c.Proceed()
	if s == nd2.ConnectionInvalid && c.OnQP().Connector() == nil {
		s = nd2.Success
	}
	return s
}

// stuckWrites makes requests silent. Those that fail or are canceled still have results.
func stuckWrites() calls.Hooks {
	stuck := new(calls.Record[bool])
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.QPSend, calls.QPWrite, calls.QPRead, calls.QPBind, calls.QPInvalidate:
		default:
			return c.Proceed()
		}
		sticks := c.Method == calls.QPWrite && lengthOf(c.SGE) == 0
		if sticks || stuck.Get(c.Object) {
			c.Flags |= nd2.SilentSuccess
		}
		s := c.Proceed()
		if sticks && s == nd2.Success {
			stuck.Set(c.Object, true)
		}
		return s
	}}
}

func lengthOf(sge []nd2.SGE) (n int) {
	for _, e := range sge {
		n += len(e.Buffer)
	}
	return n
}

// damagedRead changes the result of a Read for which there is no place.
func damagedRead(c *calls.Call) nd2.Status {
	if by := c.OnQP().Connector(); by != nil && by.OutboundReads() == 0 {
		c.OnResult(func(o *calls.Outcome) {
			if o.Status == nd2.InvalidDeviceRequest {
				o.Status = nd2.DataError
			}
		})
	}
	return c.Proceed()
}

func littleMemory(c *calls.Call) nd2.Status {
	if len(c.Buffer) >= 1<<30 {
		return nd2.NoMemory
	}
	return c.Proceed()
}
