package drive

import (
	"bytes"
	"runtime"
	"slices"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// mostAtOnce is how many attempts wait at a listener before it is asked for them.
const mostAtOnce = 3

// waiting lets attempts reach a listener before it is asked for one, if nothing waits there. It may
// refuse them; those that it keeps, it gives each once, and then they are refused. Now and then the
// first is canceled before that; whether the listener still gives it is its own affair.
func (d *driver) waiting(t *task) {
	at := d.side[1-t.End].listeners[t.Listener]
	if len(at.waits) > 0 || d.side[t.End].Info.MaxCallerData == 0 {
		d.refused(t)
		return
	}
	var all []*attempt
	defer func() {
		for _, a := range all {
			a.link.free()
		}
	}()
	for n := range 1 + t.Choice>>40%mostAtOnce {
		a := d.attempt(t, n)
		if a == nil {
			return
		}
		all = append(all, a)
		a.ask([]byte{byte(1 + n)})
	}
	left := len(all)
	if len(all) > 1 && t.Choice>>44&1 == 0 {
		all[0].withdraw()
		if all[0].abandoned {
			left--
		}
	}
	var given []*attempt
	for range left {
		one := d.next(t, at, all)
		if one == nil {
			break
		}
		given = append(given, one)
	}
	for _, one := range given { // others have been given since
		checkPrivateData(one.link.connector[1-t.End], one.data,
			"connector.connect.private-data connector.getprivatedata.nd-success")
		one.reject()
	}
	if all[0].abandoned || len(given) < left { // the listener may still have some
		d.replace(t)
	}
}

// withdraw cancels the attempt, which the listener may have refused already, and which may go on.
func (a *attempt) withdraw() {
	if a.cancel() {
		return
	}
	a.abandoned = true
	if a.asking.Await(a.d.Limit) && a.asking.Final() == nd2.ConnectionRefused {
		return
	}
	a.d.endsAs(a.asking, "connector.connect.canceled", "a Connect that is canceled")
}

// ask makes the attempt, and leaves it to others to have it taken.
func (a *attempt) ask(data []byte) {
	from := a.link.connector[a.active]
	a.data = data
	a.asking = newOperation(from, a.d.side[a.active].port)
	a.asking.start(func(o *nd2.Overlapped) nd2.Status {
		return from.Connect(a.link.pair[a.active], a.at.address, 0, 0, data, o)
	})
	if a.asking.lacks {
		a.d.giveUp("connector.connect.nd-pending")
	}
}

// next takes a connection request from a listener, and returns its attempt; nil if no attempt waits any more, or no
// request comes in time.
func (d *driver) next(t *task, at *listening, all []*attempt) *attempt {
	s := d.side[1-t.End]
	connector, err := s.connector()
	if err != nil {
		return nil // the adapter lacks the resources at present
	}
	one := s.waitFor(at, connector)
	if one == nil { // likewise
		return nil
	}
	waits := func(a *attempt) bool { return !a.given && !a.asking.Ended() }
	for waited := timeout.New(d.Limit); !one.Ended(); runtime.Gosched() {
		if waited.Over() || !slices.ContainsFunc(all, waits) {
			return nil
		}
	}
	at.waits = nil
	d.end(one.operation, "GetConnectionRequest", takes)
	for n, a := range all {
		if caught(func() { checkPrivateData(connector, []byte{byte(1 + n)}, "") }) != nil {
			continue
		}
		if a.abandoned && !a.given {
			return d.passOver(t, at, all, connector)
		}
		if waits(a) {
			a.given = true
			release(a.link.connector[1-t.End])
			a.link.connector[1-t.End] = connector
			return a
		}
	}
	got, size, st := privateData(connector)
	if first := all[0]; st != nd2.Success && first.abandoned && !first.given { // it is told no more of who has left
		return d.passOver(t, at, all, connector)
	}
	connector.Release()
	breaks("listener.getconnectionrequest.one-each connector.connect.private-data",
		"GetPrivateData of the connector returned %v, and % x", st, bytes.TrimRight(got[:min(int(size), len(got))], "\x00"))
	return nil
}

// passOver lets the connector of the first attempt go, which is abandoned and which a listener may give
// once all the same, and asks for the next.
func (d *driver) passOver(t *task, at *listening, all []*attempt, connector nd2.Connector) *attempt {
	all[0].given = true
	connector.Release()
	return d.next(t, at, all)
}

// replace replaces a listener that may still have abandoned requests.
func (d *driver) replace(t *task) {
	s := d.side[1-t.End]
	old := s.listeners[t.Listener]
	st, waits := old.withdraw()
	canceled(st)
	if !old.settled(d.Limit) {
		breaks("listener.getconnectionrequest.nd-canceled overlapped.notification.pending",
			"GetConnectionRequest was canceled, and has not ended")
	}
	for _, one := range waits { // a request may have come at the last moment
		one.connector.Release()
	}
	old.free()
	var fresh *listening
	err := d.whileLacking(func() (err error) {
		fresh, err = s.listener()
		return err
	})
	if err != nil {
		s.listeners = slices.Delete(s.listeners, t.Listener, t.Listener+1)
		breaks("adapter.createlistener.nd-success", "it can't be created again: %v", err)
	}
	s.listeners[t.Listener] = fresh
}
