package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// An attempt is a Connect that is refused or abandoned, with what it uses. It belongs to a lane.
type attempt struct {
	d      *driver
	link   *link
	active int
	at     *listening
	choice uint64
	asking *operation
	// given says that a listener has given it, abandoned that it was canceled before that, and data is
	// what was sent with it: all if the listener was not asked at once. answered says that the other
	// end has refused it.
	given, abandoned, answered bool
	data                       []byte
}

// A way is how attempts fail.
type way struct {
	name string
	take func(d *driver, t *task)
}

var ways = []way{
	{"refused", (*driver).refused},
	{"abandoned", (*driver).abandoned},
	{"crossing", (*driver).crossing},
	{"waiting", (*driver).waiting},
	{"uncompleted", (*driver).uncompleted},
}

// wayOf returns how the attempts of a Reject fail.
func wayOf(c *model.Call) way { return ways[c.Choice>>56%uint64(len(ways))] }

func rejectName(w way) string { return "reject/" + w.name }

// attempt prepares attempt number n of a step, with a separate queue pair.
// It returns nil if the adapters have not the resources, which is noted of the first one.
func (d *driver) attempt(t *task, n uint64) *attempt {
	a := &attempt{
		d: d, link: &link{}, active: t.End, at: d.side[1-t.End].listeners[t.Listener],
		choice: t.Choice + n*0x9e3779b97f4a7c15,
	}
	err := a.create()
	if err == nil {
		return a
	}
	t.lacks = lacksResources(err) && n == 0
	a.link.free()
	broken(err)
	return nil
}

// create creates what an attempt uses.
func (a *attempt) create() (err error) {
	active := a.d.side[a.active]
	a.link.pair[a.active], err = active.unconnected(active.queues[0])
	if err != nil {
		return err
	}
	return a.connectors()
}

// connectors creates both ends' connectors, and binds the active one.
func (a *attempt) connectors() (err error) {
	for e, s := range a.d.side {
		if err == nil {
			a.link.connector[e], err = s.connector()
		}
	}
	if err != nil {
		return err
	}
	return a.d.side[a.active].bind(a.link.connector[a.active])
}

// request makes the attempt, and makes the listener take it.
func (a *attempt) request() {
	a.asking = newOperation(a.link.connector[a.active], a.d.side[a.active].port)
	a.d.request(a.asking, a.link, a.active, a.at, a.choice)
}

// reject makes the other end refuse the attempt, and judges how it ends.
func (a *attempt) reject() {
	data := private(a.choice>>17, a.d.side[1-a.active].Info.MaxCalleeData)
	if s := a.link.connector[1-a.active].Reject(data); s != nd2.Success && s != nd2.Pending {
		breaks("connector.reject.nd-success", "Reject returned %v", s)
	}
	a.d.endsAs(a.asking, "connector.connect.nd-connection-refused", "a Connect that is rejected")
	checkPrivateData(a.link.connector[a.active], data,
		"connector.reject.private-data connector.getprivatedata.after-reject")
	if a.choice>>33&3 == 0 {
		a.d.failsIn(afterReject, a.d.side[a.active], a.link.connector[a.active], a.choice>>35)
	}
}

// abandon cancels the attempt. An attempt that goes on is refused, and needs no answer any more.
func (a *attempt) abandon() {
	if a.cancel() {
		a.answered = true
		a.reject()
		return
	}
	a.d.endsAs(a.asking, "connector.connect.canceled", "a Connect that is canceled")
}

// cancel cancels the attempt, and does not wait for its end. It goes on if the provider
// says that it can't be canceled.
func (a *attempt) cancel() (goesOn bool) {
	s := a.link.connector[a.active].CancelOverlappedRequests()
	if s != nd2.Unsuccessful {
		canceled(s)
	}
	return s == nd2.Unsuccessful
}

// accept makes the other end begin to accept the attempt; accepting is nil if it lacks the resources.
func (a *attempt) accept(data []byte) (accepting *operation) {
	s, to := a.d.side[1-a.active], a.link.connector[1-a.active]
	var err error
	a.link.pair[1-a.active], err = s.unconnected(s.queues[0])
	if err != nil {
		return nil
	}
	accepting = newOperation(to, s.port)
	accepting.start(func(o *nd2.Overlapped) nd2.Status { return to.Accept(a.link.pair[1-a.active], 0, 0, data, o) })
	if accepting.lacks {
		return nil
	}
	return accepting
}

// answer makes the other end answer an attempt that has been abandoned: how a Reject ends depends on
// whether it has heard of that, and an Accept fails, however long that takes.
func (a *attempt) answer() {
	if a.answered {
		return
	}
	to := a.link.connector[1-a.active]
	if a.choice>>8&1 == 0 {
		to.Reject(nil)
		return
	}
	t := a.accept(nil)
	if t == nil {
		return
	}
	if !t.Await(a.d.Limit) { // it may take longer than that to learn that nobody is there
		to.CancelOverlappedRequests()
		a.d.endsAs(t, "connector.accept.canceled", "an Accept that is canceled")
		return
	}
	a.d.endsAs(t, "connector.accept.nd-connection-aborted", "an Accept of an attempt that was abandoned")
}

// refused requests a connection that is refused.
func (d *driver) refused(t *task) {
	a := d.attempt(t, 0)
	if a == nil {
		return
	}
	defer a.link.free()
	a.request()
	a.reject()
	if t.Choice>>48&1 == 0 {
		return
	}
	again := a.renewed
	if t.Choice>>49&1 == 1 {
		again = a.retried
	}
	switch made := again(); {
	case !made:
	case t.Choice>>50&1 == 1:
		a.establish()
	default:
		a.reject()
	}
}

// retried makes the attempt once more with the connector that was refused, or with another one if the
// provider does not allow that. It reports false if the adapters have not the resources.
func (a *attempt) retried() (made bool) {
	a.choice++
	passive := 1 - a.active
	a.link.connector[passive].Release()
	var err error
	if a.link.connector[passive], err = a.d.side[passive].connector(); err != nil {
		broken(err)
		return false
	}
	v := caught(a.request)
	if v == nil {
		return true
	}
	if v == gaveUp || !a.asking.Ended() || !a.asking.Final().Failed() {
		must(v)
	}
	return a.renewed()
}

// renewed makes the attempt once more with other connectors, for its queue pair.
func (a *attempt) renewed() (made bool) {
	if err := a.renew(); err != nil {
		broken(err)
		return false
	}
	a.request()
	return true
}

// establish makes both ends complete the attempt.
func (a *attempt) establish() {
	d, from := a.d, a.link.connector[a.active]
	data := private(a.choice>>23, d.side[1-a.active].Info.MaxCalleeData)
	accepting := a.accept(data)
	if accepting == nil {
		a.reject()
		return
	}
	d.end(a.asking, "Connect", "connector.connect.nd-success")
	checkPrivateData(from, data, "connector.accept.private-data connector.getprivatedata.nd-success")
	completing := newOperation(from, d.side[a.active].port)
	completing.start(from.CompleteConnect)
	d.end(completing, "CompleteConnect", "connector.completeconnect.nd-success")
	d.end(accepting, "Accept", "connector.accept.nd-success")
}

// renew gives an attempt that has failed other connectors, for its queue pair.
func (a *attempt) renew() error {
	a.choice++
	for e := range a.link.connector {
		release(a.link.connector[e])
		a.link.connector[e] = nil
	}
	return a.connectors()
}

// uncompleted accepts a connection that the other end abandons before it completes it. The Accept
// ends somehow.
func (d *driver) uncompleted(t *task) {
	a := d.attempt(t, 0)
	if a == nil {
		return
	}
	defer a.link.free()
	a.request()
	accepting := a.accept(nil)
	if accepting == nil {
		a.reject()
		return
	}
	d.end(a.asking, "Connect", "connector.connect.nd-success")
	release(a.link.connector[a.active])
	release(a.link.pair[a.active])
	a.link.connector[a.active], a.link.pair[a.active] = nil, nil
	if !accepting.Await(d.Limit) {
		a.link.connector[1-a.active].CancelOverlappedRequests()
		d.endsAs(accepting, "connector.accept.canceled", "an Accept that is canceled")
	}
}

// abandoned requests a connection and cancels the request; the answer comes later.
func (d *driver) abandoned(t *task) {
	a := d.attempt(t, 0)
	if a == nil {
		return
	}
	defer a.link.free()
	a.request()
	a.abandon()
	a.answer()
}

// crossing lets the answer to a canceled attempt arrive while the next one waits for its answer.
func (d *driver) crossing(t *task) {
	first := d.attempt(t, 0)
	if first == nil {
		return
	}
	defer first.link.free()
	next := d.attempt(t, 1)
	if next == nil {
		return
	}
	defer next.link.free()
	first.request()
	first.abandon()
	next.request()
	first.answer()
	if next.asking.Ended() {
		breaks("connector.connect.canceled connector.connect.nd-connection-refused",
			"the next one, which nobody has answered, has ended with %v", next.asking.Final())
	}
	next.reject()
}
