package drive

import (
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// How many listeners a side has, unless the adapter lacks resources for more than one, and how many
// calls of GetConnectionRequest wait at a listener at most.
const (
	mostListeners = 3
	mostWaits     = 4
)

// A listening is a listener that listens, and what waits there. Lanes share none.
type listening struct {
	nd2.Listener
	address []byte
	waits   []*waiting // oldest first
	// canceled were withdrawn, and may not have ended: a lane judges that only when all lanes have returned.
	canceled []*waiting
}

// A waiting is a GetConnectionRequest, with the connector that the request is for.
type waiting struct {
	*operation
	connector nd2.Connector
}

// listen creates the listeners of a side.
func (s *side) listen() error {
	for len(s.listeners) < mostListeners {
		l, err := s.listener()
		if err != nil && len(s.listeners) == 0 {
			return err
		}
		if err != nil {
			return nil //nolint:nilerr // an adapter need not have more than one
		}
		s.listeners = append(s.listeners, l)
	}
	return nil
}

// listener creates a listener that listens.
func (s *side) listener() (*listening, error) {
	l, err := create[nd2.Listener](s.Listener())
	if err != nil {
		return nil, err
	}
	address, f := s.Listen(l)
	if f != nil {
		l.Release()
		rule := "listener." + strings.ToLower(f.Method) + ".nd-success"
		if noPorts(f.Status) {
			return nil, lacking(rule)
		}
		return nil, model.Violates(rule, "%s returned %v", f.Method, f.Status)
	}
	return &listening{Listener: l, address: address}, nil
}

// waitFor makes a listener wait for a connection request with a connector, which it owns from then on. It
// returns nil, and the connector is gone, if the adapter has no room for the request beside others.
func (s *side) waitFor(at *listening, connector nd2.Connector) *waiting {
	one := &waiting{newOperation(at, s.port), connector}
	one.start(func(o *nd2.Overlapped) nd2.Status { return at.GetConnectionRequest(connector, o) })
	if one.lacks {
		connector.Release()
		return nil
	}
	at.waits = append(at.waits, one)
	return one
}

const takes = "listener.getconnectionrequest.nd-success listener.getconnectionrequest.one-each"

// taken waits for a listener to take the request of a Connect, and gives the connector that has it to the passive end
// of a link: any of the calls that wait may be given the request.
func (d *driver) taken(at *listening, asking *operation, to *nd2.Connector) {
	for waited := timeout.New(d.Limit); ; runtime.Gosched() {
		i := slices.IndexFunc(at.waits, func(one *waiting) bool { return one.Ended() })
		switch {
		case i >= 0:
			one := at.waits[i]
			at.waits = slices.Delete(at.waits, i, i+1)
			*to = one.connector
			d.end(one.operation, "GetConnectionRequest", takes)
			return
		case asking.Ended():
			breaks("connector.connect.nd-success connector.storm",
				"a Connect ended with %v before the listener that waits for it has taken its request", asking.Final())
		case waited.Over() || d.ctx.Err() != nil:
			breaks(takes+" overlapped.notification.pending", "GetConnectionRequest has not ended")
		}
	}
}

// withdraw cancels a listener's requests, and returns the status of the call and those
// requests.
func (at *listening) withdraw() (nd2.Status, []*waiting) {
	waits := at.waits
	at.waits = nil
	at.canceled = append(slices.DeleteFunc(at.canceled, func(one *waiting) bool {
		return one.Final() != nd2.Pending
	}), waits...)
	return at.CancelOverlappedRequests(), waits
}

// settled waits for the ends of all requests that were withdrawn, and reports whether they have come. A listener
// is not released before: whoever judges these requests later would ask it how they have ended.
func (at *listening) settled(limit time.Duration) bool {
	return !slices.ContainsFunc(at.canceled, func(one *waiting) bool { return !one.Await(limit) })
}

// canceled judges what CancelOverlappedRequests has returned.
func canceled(s nd2.Status) {
	succeeds("overlapped.canceloverlappedrequests.nd-success", "CancelOverlappedRequests", s)
}

// withdrawn judges requests of a listener that have been canceled, and lets their connectors go.
func (d *driver) withdrawn(waits []*waiting) {
	for _, one := range waits {
		defer one.connector.Release()
	}
	for _, one := range waits {
		d.endsAs(one.operation, "listener.getconnectionrequest.nd-canceled", "a GetConnectionRequest that is canceled")
	}
}

const leftAlone = "overlapped.canceloverlappedrequests.own-requests-only"

// leftAlone judges whether all requests wait that nobody has fulfilled or canceled: those of listeners
// to which nobody connects, and those for the end of connections that are up.
func (d *driver) leftAlone() {
	for e, s := range d.side {
		for n, at := range s.listeners {
			for _, one := range at.waits {
				if one.Ended() {
					breaks(leftAlone+" listener.getconnectionrequest.one-each",
						"GetConnectionRequest of listener %d of end %d has ended with %v", n, e, one.Final())
				}
			}
		}
	}
	for n, l := range d.links {
		for e, t := range l.gone {
			if t != nil && d.world.Connected(n) && t.Ended() && !t.refusedEarly() {
				breaks(leftAlone+" connector.notifydisconnect.nd-success",
					"NotifyDisconnect of connection %d, end %d has ended with %v", n, e, t.Final())
			}
		}
	}
}

// dismiss ends what waits at the listeners of a side.
func (d *driver) dismiss(s *side) {
	for _, at := range s.listeners {
		st, waits := at.withdraw()
		canceled(st)
		d.withdrawn(waits)
	}
}

// waited reports whether any listener waits.
func (d *driver) waited() bool {
	for _, s := range d.side {
		if slices.ContainsFunc(s.listeners, func(at *listening) bool { return len(at.waits) > 0 }) {
			return true
		}
	}
	return false
}

// free releases a listener and the connectors that it waits with.
func (at *listening) free() {
	at.Release()
	for _, one := range at.waits {
		one.connector.Release()
	}
	at.waits = nil
}
