package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// await makes a request that waits, for a lane.
func (d *driver) await(t *task, s *side) {
	if t.Listener == model.NoListener {
		l := d.links[t.Connection]
		if l.gone[t.End] == nil {
			t.operation = newOperation(l.connector[t.End], s.port)
			l.gone[t.End] = t.operation
			t.status = t.operation.start(l.connector[t.End].NotifyDisconnect)
			if t.operation.lacks {
				t.operation, l.gone[t.End] = nil, nil
			}
		}
		return
	}
	at := s.listeners[t.Listener]
	if len(at.waits) == mostWaits {
		return
	}
	connector, err := s.connector()
	if err != nil { // as many are in use as there are
		return
	}
	one := s.waitFor(at, connector)
	if one == nil {
		return
	}
	t.operation = one.operation
	t.status = t.operation.Returned
}

// cancelWaits cancels requests that wait, for a lane.
func (d *driver) cancelWaits(t *task, s *side) {
	if t.Listener == model.NoListener {
		l := d.links[t.Connection]
		t.operation, l.gone[t.End] = l.gone[t.End], nil
		t.status = l.connector[t.End].CancelOverlappedRequests()
		return
	}
	t.status, t.waits = s.listeners[t.Listener].withdraw()
}

// what names the operation of an Await or a Withdraw, and the kind of its object.
func (t *task) what() string {
	if t.Listener == model.NoListener {
		return string(t.Op) + "/connector"
	}
	return string(t.Op) + "/listener"
}

// awaits judges what a request that waits has returned.
func (d *driver) awaits(t *task) {
	if t.operation == nil {
		return
	}
	d.world.Cover[t.what()]++
	if t.status == nd2.Pending {
		return
	}
	rule, method := "listener.getconnectionrequest.nd-pending", "GetConnectionRequest"
	if t.Listener == model.NoListener {
		rule, method = "connector.notifydisconnect.nd-pending", "NotifyDisconnect"
	}
	breaks(rule, "%s returned %v, and nothing has come that it waits for", method, t.status)
}

// withdraws judges a cancellation, and waits for what it cancels.
func (d *driver) withdraws(t *task) {
	d.world.Cover[t.what()]++
	canceled(t.status)
	if t.operation != nil {
		d.endsAs(t.operation, "connector.notifydisconnect.nd-canceled", "a NotifyDisconnect that is canceled")
		return
	}
	d.withdrawn(t.waits)
}

// connects reports whether an operation has connections made or refused.
func connects(op program.Op) bool { return op == program.Connect || op == program.Reject }
