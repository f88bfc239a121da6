package interop

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// eachWay runs a test with either provider at the active ends.
func eachWay(t *testing.T, test func(t *testing.T, active, passive func(t *testing.T) *end)) {
	t.Helper()
	one, two := open(t, first), open(t, second)
	ofFirst := func(t *testing.T) *end { return newEnd(t, one) }
	ofSecond := func(t *testing.T) *end { return newEnd(t, two) }
	t.Run("the first connects", func(t *testing.T) { test(t, ofFirst, ofSecond) })
	t.Run("the second connects", func(t *testing.T) { test(t, ofSecond, ofFirst) })
}

// TestRejections: a request is refused if nobody listens and by a Reject; an answer by
// a Reject.
func TestRejections(t *testing.T) {
	eachWay(t, func(t *testing.T, newActive, newPassive func(t *testing.T) *end) {
		t.Run("nobody listens", func(t *testing.T) {
			active, passive := newActive(t), newPassive(t)
			l := passive.newListener()
			address := passive.listen(l)
			l.Release()
			if s := active.dial(address, "").wait(); s != nd2.ConnectionRefused {
				t.Errorf("Connect: %v", s)
			}
		})
		t.Run("the passive side rejects", func(t *testing.T) {
			active, passive := newActive(t), newPassive(t)
			connect := active.ask(passive, "please")
			passive.want(passive.connector.Reject([]byte("not today")))
			if s := connect.wait(); s != nd2.ConnectionRefused {
				t.Errorf("Connect: %v", s)
			}
			active.wantPrivateData("not today")
		})
		t.Run("the active side rejects", func(t *testing.T) {
			active, passive := newActive(t), newPassive(t)
			connect := active.ask(passive, "please")
			accept := passive.accept("gladly")
			active.want(connect.wait())
			active.want(active.connector.Reject([]byte("too late")))
			if s := accept.wait(); s == nd2.Success {
				t.Errorf("Accept: %v", s)
			}
		})
	})
}

// TestSlowClients: a connection is made although the clients take longer than messages
// take to be repeated, also while another connection is made and used.
func TestSlowClients(t *testing.T) {
	eachWay(t, func(t *testing.T, newActive, newPassive func(t *testing.T) *end) {
		meanwhile := func() {
			active, passive := newActive(t), newPassive(t)
			active.connect(passive, "")
			for range 12 {
				active.sends(passive, largest)
			}
		}
		active, passive := newActive(t), newPassive(t)
		connect := active.ask(passive, "please")
		meanwhile()
		accept := passive.accept("gladly")
		active.want(connect.wait())
		meanwhile()
		active.want(active.do(active.connector, active.connector.CompleteConnect))
		active.want(accept.wait())
		active.sends(passive, 1)
	})
}
