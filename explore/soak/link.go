package soak

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// A link is a connection: a queue pair and a connector at each end.
type link struct {
	pair      [2]nd2.QueuePair
	connector [2]nd2.Connector
}

// connect makes a connection, which end 0 requests, with queue pairs on the queues. If it
// can't be made, nothing of it is left.
func (r *rig) connect(queues [2]nd2.CompletionQueue, context uintptr) (l *link, v *model.Violation, err error) {
	l = &link{}
	defer func() {
		if v != nil || err != nil {
			l.release()
		}
	}()
	for e, s := range r.side {
		l.pair[e], err = s.queuePair(queues[e], context)
		if err != nil {
			return l, nil, err
		}
		l.connector[e], err = s.connector()
		if err != nil {
			return l, nil, err
		}
	}
	return l, r.join(l), nil
}

// join connects the two ends of a link.
func (r *rig) join(l *link) *model.Violation {
	from, to := l.connector[0], l.connector[1]
	asked := r.side[1]
	if st := from.Bind(r.side[0].Sockaddr()); st != nd2.Success {
		return model.Violates("connector.bind.nd-success connector.bind.ephemeral-port", "ND_SUCCESS of Bind", "it returned %v", st)
	}
	get := start(asked.listener, "GetConnectionRequest", "listener.getconnectionrequest.nd-success", func(o *nd2.Overlapped) nd2.Status {
		return asked.listener.GetConnectionRequest(to, o)
	})
	connect := start(from, "Connect", "connector.connect.nd-success connector.storm", func(o *nd2.Overlapped) nd2.Status {
		return from.Connect(l.pair[0], asked.address, 1, 1, nil, o)
	})
	if connect.returned != nd2.Pending && connect.returned != nd2.Success {
		return connect.end(r.limit, nd2.Success)
	}
	if v := get.end(r.limit, nd2.Success); v != nil {
		return v
	}
	accept := start(to, "Accept", "connector.accept.nd-success", func(o *nd2.Overlapped) nd2.Status { return to.Accept(l.pair[1], 1, 1, nil, o) })
	if v := connect.end(r.limit, nd2.Success); v != nil {
		return v
	}
	complete := start(from, "CompleteConnect", "connector.completeconnect.nd-success", from.CompleteConnect)
	if v := complete.end(r.limit, nd2.Success); v != nil {
		return v
	}
	return accept.end(r.limit, nd2.Success)
}

// part ends a connection, and releases its objects.
func (r *rig) part(l *link) *model.Violation {
	defer l.release()
	disconnect := start(l.connector[0], "Disconnect", "connector.disconnect.nd-success", l.connector[0].Disconnect)
	if v := disconnect.end(r.limit, nd2.Success); v != nil {
		return v
	}
	for _, pair := range l.pair {
		if st := pair.Flush(); st != nd2.Success {
			return model.Violates("qp.flush.nd-success", "ND_SUCCESS of Flush", "it returned %v", st)
		}
	}
	return nil
}

func (l *link) release() {
	for e := range l.pair {
		for _, object := range []nd2.Unknown{l.pair[e], l.connector[e]} {
			if object != nil {
				object.Release()
			}
		}
	}
}
