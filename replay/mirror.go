package replay

import (
	"context"
	"fmt"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// mirrors is the number of the process that the other end's objects are of.
const mirrors = 900

// Mirrored is the track of a recording together with the other end of its connections, as far as it follows from what
// this end has seen: who listened, which messages came, which were taken, and who ended it. What the other end has read
// and written does not. There is one thread.
func Mirrored(t Track) Track {
	m := &mirror{
		usage: t.Usage, places: map[int]int{}, held: map[string]recorded.Line{}, asked: map[int]string{},
		pairs: map[string]*mirrored{}, connectors: map[string]*mirrored{}, contexts: map[uint64]string{},
	}
	each := t.Each
	t.Each = func(ctx context.Context, f func(recorded.Line)) error {
		m.to = f
		err := each(ctx, m.take)
		for _, line := range m.held {
			m.own(line)
		}
		return err
	}
	return t
}

// A mirror adds the lines of the other end.
type mirror struct {
	usage *Usage
	to    func(recorded.Line)
	n     int // of lines
	// number is that of this end's latest line.
	number int
	// held are lines that wait for a Notify, by their queues: what it tells of is only known from the next line.
	held map[string]recorded.Line
	// places are the new indices of calls that have requests.
	places map[int]int
	// asked are the connectors of this end's GetConnectionRequests, by their old indices.
	asked map[int]string
	// pairs are the other ends of queue pairs, by these, and connectors by connectors of this end; contexts are the
	// queue pairs by their contexts.
	pairs, connectors map[string]*mirrored
	contexts          map[uint64]string
	last              int // of the objects' numbers
}

// A mirrored is the other end of one connection.
type mirrored struct {
	queue, pair, connector string
	// connects is the index of its Connect, and accepts that of its Accept as long as nobody has waited for it; 0 is none.
	connects, accepts int
	// owes is how many messages it has not been seen to receive.
	owes int
	gone bool
}

// name is a new object of the other end.
func (m *mirror) name(kind string) string {
	m.last++
	return fmt.Sprintf("%s%d", kind, mirrors*recorded.Apart+m.last)
}

// The other end's first objects.
var (
	farAdapter  = fmt.Sprintf("adapter%d", mirrors*recorded.Apart)
	farRegion   = fmt.Sprintf("mr%d", mirrors*recorded.Apart)
	farListener = fmt.Sprintf("listener%d", mirrors*recorded.Apart)
)

// add adds a line of the other end, whose outcome is not compared.
func (m *mirror) add(c recorded.Call) int {
	c.Status = recorded.AnyStatus
	return m.emit(recorded.Line{Call: c, Number: m.number, Awaited: c.Method == "Accept" || c.Method == "Connect"})
}

func (m *mirror) emit(line recorded.Line) int {
	n := m.n
	m.n++
	line.Index, line.After, line.End, line.Thread = n, n, n, 0
	m.to(line)
	return n
}

// take takes a line of this end.
func (m *mirror) take(line recorded.Line) {
	if m.usage.skips(line) {
		return
	}
	if m.n == 0 {
		m.open()
	}
	m.number = line.Number
	held, ok := m.held[line.On]
	delete(m.held, line.On)
	m.before(&line)
	if ok {
		m.own(held)
	}
	if line.Request == "Notify" && !line.Idle {
		m.held[line.On] = line
		return
	}
	m.own(line)
}

// own emits a line of this end, and adds what follows.
func (m *mirror) own(line recorded.Line) {
	old := line.Index
	if line.Request != "" {
		was := line.Of
		line.Of = m.places[was]
		delete(m.places, was)
	}
	n := m.emit(line)
	if line.Awaited {
		m.places[old] = n
	}
	if line.Method == "GetConnectionRequest" {
		m.asked[old] = line.Connector
	}
	m.after(line)
}

// open opens the other end's adapter, registers its region, and listens.
func (m *mirror) open() {
	all := nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink
	memory := recorded.Place{Region: farRegion, Length: max(1, m.usage.largest)}
	for _, c := range []recorded.Call{
		{On: fmt.Sprintf("provider%d", mirrors*recorded.Apart), Method: "OpenAdapter", Made: farAdapter, Adapter: 1},
		{On: farAdapter, Method: "CreateMemoryRegion", Made: farRegion},
		{On: farRegion, Method: "Register", Rights: all, Place: memory},
		{On: farAdapter, Method: "CreateListener", Made: farListener},
		{On: farListener, Method: "Bind"},
		{On: farListener, Method: "Listen"},
	} {
		m.add(c)
	}
}

// connection creates the other end of one.
func (m *mirror) connection() *mirrored {
	c := &mirrored{queue: m.name("cq"), pair: m.name("qp"), connector: m.name("connector")}
	deep := max(1, m.usage.deepest)
	m.add(recorded.Call{On: farAdapter, Method: "CreateCompletionQueue", Made: c.queue, Depth: 2 * deep})
	m.add(recorded.Call{
		On: farAdapter, Method: "CreateQueuePair", Made: c.pair, ReceiveCQ: c.queue, InitiatorCQ: c.queue, ReceiveDepth: deep,
		InitiatorDepth: deep, ReceiveSGEs: 1, InitiatorSGEs: 1,
	})
	m.add(recorded.Call{On: farAdapter, Method: "CreateConnector", Made: c.connector})
	return c
}

// before adds what the other end does before a line, and has the line mean the other end.
func (m *mirror) before(line *recorded.Line) {
	far := m.pairs[line.On]
	switch {
	case line.Method == "Connect" && !m.usage.refused[line.Index] && recorded.KindOf(line.To) != "listener":
		line.To = farListener
	case line.Request == "GetConnectionRequest" && line.Status == nd2.Success:
		m.connect(line.On, m.asked[line.Of])
		delete(m.asked, line.Of)
	case line.Request == "NotifyDisconnect" && line.Status == nd2.Success:
		m.leave(line.On)
	case far != nil && line.Method == "Send" && !line.Refused():
		far.owes++
		to := []recorded.Place{{Region: farRegion, Length: lengthOf(*line)}}
		m.add(recorded.Call{On: far.pair, Method: "Receive", Entries: to})
	case (line.Method == "Read" || line.Method == "Write") && line.Token == "":
		line.Place, line.Token = recorded.Place{Region: farRegion, Length: line.Place.Length}, farRegion
	case line.Method == "GetResults":
		for _, r := range line.Results {
			if c := m.of(r); c != nil && r.RequestType == nd2.RequestReceive && r.Status == nd2.Success {
				from := []recorded.Place{{Region: farRegion, Length: int(r.BytesTransferred)}}
				m.accepted(c)
				m.add(recorded.Call{On: c.pair, Method: "Send", Entries: from, Flags: nd2.SendAndSolicitEvent})
			}
		}
	}
}

func lengthOf(line recorded.Line) (n int) {
	for _, e := range line.Entries {
		n += e.Length
	}
	return n
}

// of is the other end of the queue pair of a result.
func (m *mirror) of(r nd2.Result) *mirrored {
	return m.pairs[m.contexts[uint64(r.QueuePairContext)]]
}

// connect makes the other end connect to a listener, for a request that a connector gets.
func (m *mirror) connect(listener, connector string) {
	c := m.connection()
	m.add(recorded.Call{On: c.connector, Method: "Bind"})
	c.connects = m.add(recorded.Call{
		On: c.connector, Method: "Connect", QueuePair: c.pair, To: listener,
		InboundReads: m.usage.reads, OutboundReads: m.usage.reads,
	})
	m.connectors[connector] = c
}

// leave makes the other end end a connection.
func (m *mirror) leave(connector string) {
	if c := m.connectors[connector]; c != nil && !c.gone {
		c.gone = true
		m.accepted(c)
		for ; c.owes > 0; c.owes-- {
			m.result(c, nd2.RequestReceive)
		}
		m.add(recorded.Call{On: c.connector, Method: "Disconnect"})
	}
}

// after adds what the other end does after a line.
func (m *mirror) after(line recorded.Line) {
	switch {
	case line.Method == "CreateQueuePair" || line.Method == "CreateQueuePairWithSrq":
		m.contexts[line.Context] = line.Made
	case line.Method == "Connect" && line.To == farListener && !line.Refused():
		c := m.connection()
		m.pairs[line.QueuePair], m.connectors[line.On] = c, c
		m.add(recorded.Call{On: farListener, Method: "GetConnectionRequest", Connector: c.connector})
		c.accepts = m.add(recorded.Call{
			On: c.connector, Method: "Accept", QueuePair: c.pair,
			InboundReads: line.OutboundReads, OutboundReads: line.InboundReads,
		})
	case line.Method == "Accept" && m.connectors[line.On] != nil && !line.Refused():
		c := m.connectors[line.On]
		m.pairs[line.QueuePair] = c
		m.add(recorded.Call{On: c.connector, Method: "Set", Request: "Connect", Of: c.connects})
		m.add(recorded.Call{On: c.connector, Method: "CompleteConnect"})
	case line.Method == "Reject" && m.connectors[line.On] != nil:
		c := m.connectors[line.On]
		m.add(recorded.Call{On: c.connector, Method: "Set", Request: "Connect", Of: c.connects})
	case line.Method == "GetResults":
		for _, r := range line.Results {
			c := m.of(r)
			switch {
			case c == nil || r.Status != nd2.Success:
			case r.RequestType == nd2.RequestReceive:
				m.result(c, nd2.RequestSend)
			case r.RequestType == nd2.RequestSend && c.owes > 0:
				c.owes--
				m.result(c, nd2.RequestReceive)
			}
		}
	case line.Method == "Release":
		delete(m.connectors, line.On)
		delete(m.pairs, line.On)
	}
}

// result makes the other end take a result.
func (m *mirror) result(c *mirrored, of nd2.RequestType) {
	m.add(recorded.Call{On: c.queue, Method: "GetResults", Results: []nd2.Result{{RequestType: of}}})
}

// accepted has the other end know that it is connected, before it does more.
func (m *mirror) accepted(c *mirrored) {
	if c.accepts > 0 {
		m.add(recorded.Call{On: c.connector, Method: "Set", Request: "Accept", Of: c.accepts})
		c.accepts = 0
	}
}
