package cm

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A client says what the users of both sides do, at once or some deadlines later.
type client struct {
	name string
	// rejects: the passive side rejects; withdraws: it rejects after accepting; cancels: the active side
	// gives up before the answer; declines: it rejects the answer.
	rejects, withdraws, cancels, declines bool
	// late is how many deadlines pass before the passive side answers, slow before the active side
	// completes: enough to make the peer patient.
	late, slow int
	// leaves are the sides that end the connection.
	leaves []int
}

var clients = []client{
	{name: "active leaves", leaves: []int{0}},
	{name: "passive leaves", leaves: []int{1}},
	{name: "both leave", leaves: []int{0, 1}},
	{name: "late answer", late: 2, leaves: []int{0}},
	{name: "slow completion", slow: 2, leaves: []int{1}},
	{name: "rejected", rejects: true},
	{name: "rejected late", rejects: true, late: 2},
	{name: "withdrawn", withdraws: true, leaves: []int{0}},
	{name: "withdrawn late", withdraws: true, late: 2, slow: 1, leaves: []int{0}},
	{name: "canceled", cancels: true},
	{name: "canceled late", cancels: true, late: 2},
	{name: "declined", declines: true, leaves: []int{1}},
	{name: "declined late", declines: true, slow: 2, leaves: []int{1}},
}

// A loss is the nth message of a name from a side.
type loss struct {
	side    int
	message string
	nth     int
}

// losses are the first two of each message, from either side.
func losses() (all []loss) {
	for side := range 2 {
		for _, message := range []string{"REQ", "MRA", "REJ", "REP", "RTU", "DREQ", "DREP"} {
			for nth := range 2 {
				all = append(all, loss{side, message, nth})
			}
		}
	}
	return all
}

// mostWaits limits a call's duration, in multiples of the time between two repetitions, from the moment when
// the other client has done its part: two of them get lost.
const mostWaits = 3

// TestEveryCallEndsWhateverIsLost loses each message, and each two, for each kind of client: every call ends
// soon after the other client has done its part, and both sides forget the connection.
func TestEveryCallEndsWhateverIsLost(t *testing.T) {
	for _, c := range clients {
		for i, first := range losses() {
			for _, second := range losses()[i:] {
				x := newExchange(c, first, second)
				problem := x.run()
				if problem != "" {
					t.Errorf("%s, without %v and %v: %s\n%s", c.name, first, second, problem, x.log.String())
					break
				}
			}
		}
	}
}

// An exchange is one connection from its request to its end.
type exchange struct {
	*world
	client
	lost []loss
	sent map[loss]int // counts each message, under its first loss
	// passes counts the deadlines passed; met is passes when the active side got its answer, and the passive
	// side the request.
	passes int
	met    [2]int
	// answered is when a client last answered the other.
	answered Tick
	calls    []*call
	left     [2]bool
}

// A call is a client's call that has not ended.
type call struct {
	side       int
	what       string
	ends       []Event
	began, end Tick
	answered   Tick // when a client had answered
	over       bool
}

func newExchange(c client, lost ...loss) *exchange {
	x := &exchange{world: newWorld(), client: c, lost: lost, sent: map[loss]int{}, met: [2]int{-1, -1}}
	x.timing.Retries = 5
	x.loses = x.isLost
	return x
}

// isLost counts a message and reports whether it gets lost.
func (x *exchange) isLost(from *side, m wire.CMMessage) bool {
	one := loss{side: x.number(from), message: m.Attribute().String()}
	nth := x.sent[one]
	x.sent[one]++
	one.nth = nth
	return slices.Contains(x.lost, one)
}

func (x *exchange) number(s *side) int { return slices.Index(x.sides[:], s) }

func (x *exchange) run() string {
	x.call(0, "Connect", Replied, Refused, TimedOut)
	x.dial()
	for range 1000 {
		x.act()
		x.note()
		switch {
		case len(x.air) > 0:
			x.deliver()
		case x.tick():
			x.passes++
		default:
			return x.verdict()
		}
	}
	return "it comes to no end"
}

// act makes both clients take their next steps.
func (x *exchange) act() {
	if c := x.passive().conn; c != nil && c.State() == ReqReceived && x.waited(1, x.late) {
		x.answered = x.now
		x.answer(c)
	}
	if c := x.active().conn; c != nil {
		x.ask(c)
	}
	for _, n := range x.leaves {
		if c := x.sides[n].conn; c != nil && c.State() == Established && !x.left[n] {
			x.left[n] = true
			x.call(n, "Disconnect", Released)
			c.End(x.now, nil)
		}
	}
}

// waited reports whether n deadlines have passed since a side was first asked about.
func (x *exchange) waited(side, deadlines int) bool {
	if x.met[side] < 0 {
		x.met[side] = x.passes
	}
	return x.passes-x.met[side] >= deadlines && (deadlines == 0 || len(x.air) == 0)
}

// answer is the passive client's reaction to the request.
func (x *exchange) answer(c *Conn) {
	switch {
	case x.rejects:
		c.End(x.now, []byte("no"))
	case x.withdraws:
		x.accept()
		c.End(x.now, []byte("no"))
	default:
		x.call(1, "Accept", Opened, Refused, TimedOut)
		x.accept()
	}
}

// ask is what the active client does while connecting.
func (x *exchange) ask(c *Conn) {
	switch {
	case c.State() == ReqSent && x.cancels && x.passes >= x.late:
		x.calls[0].over = true
		c.End(x.now, nil)
	case c.State() == RepReceived && x.waited(0, x.slow):
		x.answered = x.now
		if x.declines {
			c.End(x.now, []byte("no"))
		} else {
			c.Complete(x.now)
		}
	}
}

func (x *exchange) call(side int, what string, ends ...Event) {
	x.calls = append(x.calls, &call{side: side, what: what, ends: ends, began: x.now})
}

// note ends the calls that are over.
func (x *exchange) note() {
	for _, c := range x.calls {
		if !c.over && slices.ContainsFunc(c.ends, x.sides[c.side].saw) {
			c.over, c.end, c.answered = true, x.now, x.answered
		}
	}
}

func (x *exchange) verdict() string {
	for _, c := range x.calls {
		if !c.over {
			return c.what + " does not end"
		}
		if took := c.end - max(c.began, c.answered); c.end > 0 && took > mostWaits*span(x.timing.Response) {
			return fmt.Sprintf("%s ends %d µs after it was answered, and a message is sent again every %d", c.what, took,
				span(x.timing.Response))
		}
	}
	for _, s := range x.sides {
		if s.conn != nil {
			return s.name + " has not forgotten the connection: " + s.conn.State().String()
		}
	}
	return ""
}
