package drive

import (
	"errors"

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
	take func(d *driver, t *task) *model.Violation
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
func (d *driver) attempt(t *task, n uint64) (*attempt, *model.Violation) {
	a := &attempt{
		d: d, link: &link{}, active: t.End, at: d.side[1-t.End].listeners[t.Listener],
		choice: t.Choice + n*0x9e3779b97f4a7c15,
	}
	err := a.create()
	if err == nil {
		return a, nil
	}
	t.lacks = lacksResources(err) && n == 0
	a.link.free()
	return nil, broken(err)
}

// broken returns the violation that an error is, or nil if the error is of resources that lack.
func broken(err error) (v *model.Violation) {
	errors.As(err, &v)
	return v
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
func (a *attempt) request() (v *model.Violation) {
	a.asking, v = a.d.request(a.link, a.active, a.at, a.choice)
	return v
}

// reject makes the other end refuse the attempt, and judges how it ends.
func (a *attempt) reject() *model.Violation {
	data := private(a.choice>>17, a.d.side[1-a.active].Info.MaxCalleeData)
	if s := a.link.connector[1-a.active].Reject(data); s != nd2.Success && s != nd2.Pending {
		return model.Violates("connector.reject.nd-success", "Reject returned %v", s)
	}
	if v := a.d.endsAs(a.asking, "connector.connect.nd-connection-refused", "a Connect that is rejected"); v != nil {
		return v
	}
	if v := checkPrivateData(a.link.connector[a.active], data,
		"connector.reject.private-data connector.getprivatedata.after-reject"); v != nil || a.choice>>33&3 > 0 {
		return v
	}
	return a.d.failsIn(afterReject, a.d.side[a.active], a.link.connector[a.active], a.choice>>35)
}

// abandon cancels the attempt. An attempt that goes on is refused, and needs no answer any more.
func (a *attempt) abandon() *model.Violation {
	goesOn, v := a.cancel()
	switch {
	case v != nil:
		return v
	case goesOn:
		a.answered = true
		return a.reject()
	}
	return a.d.endsAs(a.asking, "connector.connect.canceled", "a Connect that is canceled")
}

// cancel cancels the attempt, and does not wait for its end. It goes on if the provider
// says that it can't be canceled.
func (a *attempt) cancel() (goesOn bool, v *model.Violation) {
	s := a.link.connector[a.active].CancelOverlappedRequests()
	if s != nd2.Unsuccessful {
		v = canceled(s)
	}
	return s == nd2.Unsuccessful, v
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
func (a *attempt) answer() *model.Violation {
	if a.answered {
		return nil
	}
	to := a.link.connector[1-a.active]
	if a.choice>>8&1 == 0 {
		to.Reject(nil)
		return nil
	}
	t := a.accept(nil)
	if t == nil {
		return nil
	}
	if !t.Await(a.d.Limit) { // it may take longer than that to learn that nobody is there
		to.CancelOverlappedRequests()
		return a.d.endsAs(t, "connector.accept.canceled", "an Accept that is canceled")
	}
	return a.d.endsAs(t, "connector.accept.nd-connection-aborted", "an Accept of an attempt that was abandoned")
}

// refused requests a connection that is refused.
func (d *driver) refused(t *task) *model.Violation {
	a, v := d.attempt(t, 0)
	if a == nil {
		return v
	}
	defer a.link.free()
	if v := a.request(); v != nil {
		return v
	}
	if v := a.reject(); v != nil || t.Choice>>48&1 == 0 {
		return v
	}
	again := a.renewed
	if t.Choice>>49&1 == 1 {
		again = a.retried
	}
	if made, v := again(); v != nil || !made {
		return v
	}
	if t.Choice>>50&1 == 1 {
		return a.establish()
	}
	return a.reject()
}

// retried makes the attempt once more with the connector that was refused, or with another one if the
// provider does not allow that. It reports false if the adapters have not the resources.
func (a *attempt) retried() (made bool, v *model.Violation) {
	a.choice++
	passive := 1 - a.active
	a.link.connector[passive].Release()
	var err error
	if a.link.connector[passive], err = a.d.side[passive].connector(); err != nil {
		return false, broken(err)
	}
	v = a.request()
	if v == nil || v == gaveUp || a.asking == nil || !a.asking.Ended() || !a.asking.Final().Failed() {
		return v == nil, v
	}
	return a.renewed()
}

// renewed makes the attempt once more with other connectors, for its queue pair.
func (a *attempt) renewed() (made bool, v *model.Violation) {
	if err := a.renew(); err != nil {
		return false, broken(err)
	}
	v = a.request()
	return v == nil, v
}

// establish makes both ends complete the attempt.
func (a *attempt) establish() *model.Violation {
	d, from := a.d, a.link.connector[a.active]
	data := private(a.choice>>23, d.side[1-a.active].Info.MaxCalleeData)
	accepting := a.accept(data)
	if accepting == nil {
		return a.reject()
	}
	if v := d.end(a.asking, "Connect", "connector.connect.nd-success"); v != nil {
		return v
	}
	if v := checkPrivateData(from, data, "connector.accept.private-data connector.getprivatedata.nd-success"); v != nil {
		return v
	}
	completing := newOperation(from, d.side[a.active].port)
	completing.start(from.CompleteConnect)
	if v := d.end(completing, "CompleteConnect", "connector.completeconnect.nd-success"); v != nil {
		return v
	}
	return d.end(accepting, "Accept", "connector.accept.nd-success")
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
func (d *driver) uncompleted(t *task) *model.Violation {
	a, v := d.attempt(t, 0)
	if a == nil {
		return v
	}
	defer a.link.free()
	if v := a.request(); v != nil {
		return v
	}
	accepting := a.accept(nil)
	if accepting == nil {
		return a.reject()
	}
	if v := d.end(a.asking, "Connect", "connector.connect.nd-success"); v != nil {
		return v
	}
	release(a.link.connector[a.active])
	release(a.link.pair[a.active])
	a.link.connector[a.active], a.link.pair[a.active] = nil, nil
	if !accepting.Await(d.Limit) {
		a.link.connector[1-a.active].CancelOverlappedRequests()
		return d.endsAs(accepting, "connector.accept.canceled", "an Accept that is canceled")
	}
	return nil
}

// abandoned requests a connection and cancels the request; the answer comes later.
func (d *driver) abandoned(t *task) *model.Violation {
	a, v := d.attempt(t, 0)
	if a == nil {
		return v
	}
	defer a.link.free()
	if v := a.request(); v != nil {
		return v
	}
	if v := a.abandon(); v != nil {
		return v
	}
	return a.answer()
}

// crossing lets the answer to a canceled attempt arrive while the next one waits for its answer.
func (d *driver) crossing(t *task) *model.Violation {
	first, v := d.attempt(t, 0)
	if first == nil {
		return v
	}
	defer first.link.free()
	next, v := d.attempt(t, 1)
	if next == nil {
		return v
	}
	defer next.link.free()
	for _, step := range []func() *model.Violation{first.request, first.abandon, next.request, first.answer} {
		if v := step(); v != nil {
			return v
		}
	}
	if next.asking.Ended() {
		return model.Violates("connector.connect.canceled connector.connect.nd-connection-refused",
			"the next one, which nobody has answered, has ended with %v", next.asking.Final())
	}
	return next.reject()
}
