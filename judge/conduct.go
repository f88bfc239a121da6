package judge

import (
	"cmp"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A conduct is what the client has done with a connector, and has been told of it.
type conduct struct {
	// asked says that Connect was called, and complete that CompleteConnect has succeeded since the latest one.
	asked, complete bool
	// accepted says that Accept has succeeded.
	accepted bool
	// requests counts the calls of GetConnectionRequest.
	requests int
	// joined is the queue pair of the latest Connect or Accept that has succeeded, nil if there is none.
	joined *object
	// spent is the method whose failure ends the use of the connector, empty if there is none, and spentBy is its status.
	spent   string
	spentBy nd2.Status
}

// beginConduct notes that the client connects. It comes after [beginConnect], which forgets what was before Disconnect.
func beginConduct(s *step) {
	if c := s.o.connector; c != nil && s.c.Method == calls.ConnectorConnect && !s.held {
		c.conduct.asked, c.conduct.complete = true, false
	}
}

// beginConductRequest notes that the connector is to be given a request.
func beginConductRequest(s *step) {
	if o := s.k.stateOf(s.c.Connector); o != nil && o.connector != nil {
		o.connector.conduct.requests++
	}
}

// noteConduct notes how a request of a connector has ended. It comes before what notes that the client was told.
func noteConduct(s *step) {
	p := cmp.Or(s.pending, s.overtakes)
	if p == nil || p.object.connector == nil || s.status == nd2.Pending || p.held {
		return
	}
	if s.c.Method == calls.GetOverlappedResult && (p.known || p.early || p.answered && p.returned != nd2.Pending) {
		return
	}
	u := &p.object.connector.conduct
	switch beside := p.object.connector.beside; {
	case s.status.Failed() && !beside:
		u.failed(p.method, s.status)
	case s.status == nd2.Success:
		u.succeeded(p)
	}
}

// failed notes that a request has failed. The pages let a Connect be made again after some failures; after private
// data that are too long Microsoft's programs do it, too.
func (u *conduct) failed(method string, status nd2.Status) {
	switch method {
	case calls.ConnectorConnect:
		switch status {
		case nd2.NetworkUnreachable, nd2.HostUnreachable, nd2.ConnectionRefused, nd2.IOTimeout, nd2.InvalidBufferSize:
			return
		}
	case calls.ConnectorAccept:
		if status == nd2.InvalidBufferSize {
			return
		}
	case calls.ConnectorCompleteConnect:
	default:
		return
	}
	if u.spent == "" || u.spent == calls.ConnectorConnect {
		u.spent, u.spentBy = method, status
	}
}

func (u *conduct) succeeded(p *pending) {
	switch p.method {
	case calls.ConnectorConnect:
		u.joined = p.with
	case calls.ConnectorAccept:
		u.joined, u.accepted = p.with, true
	case calls.ConnectorCompleteConnect:
		u.complete = true
	case calls.ConnectorDisconnect:
		if u.joined != nil && u.joined.pair != nil {
			u.joined.pair.leftBy = p.object
		}
	}
}
