package spec

import "context"

// Ends are the two ends of a connection, which exists or is being made: the active one
// connects, and the passive one accepts.
type Ends struct {
	Active, Passive *End
}

// Subject returns the end on the adapter under test; if both are, the active one.
func (e Ends) Subject() *End {
	if e.Passive.underTest && !e.Active.underTest {
		return e.Passive
	}
	return e.Active
}

// Peer returns the end that the subject is connected to.
func (e Ends) Peer() *End { return e.Other(e.Subject()) }

// Other returns the end that end is connected to.
func (e Ends) Other(end *End) *End {
	if end == e.Active {
		return e.Passive
	}
	return e.Active
}

// Part has one end disconnect, and the other one, too: the first one's Disconnect, which it
// returns, may be waiting for that. The other one's has ended. Source: IND2Connector.md,
// IND2Connector::Disconnect, Return Value.
func (e Ends) Part(ctx context.Context, first *End) *Operation {
	left := Start(ctx, first.Connector, first.Connector.Disconnect)
	other := e.Other(first).Connector
	Start(ctx, other, other.Disconnect).Wait()
	return left
}
