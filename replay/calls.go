package replay

import (
	"fmt"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// object returns an object that the text has created. It waits for another track to create it.
func (p *player) object(name string) (*object, error) {
	var o *object
	p.waits(func() bool {
		o = p.objects[name]
		return o != nil || recorded.Process(name) == recorded.Process(p.line.On)
	})
	if o != nil {
		return o, nil
	}
	if name == "" {
		return nil, p.fail("an object is missing among its parameters")
	}
	return nil, p.fail("there is no %s", name)
}

// given is an object of the text, whatever kind it is of; nil without a name.
func (p *player) given(name string) (nd2.Unknown, error) {
	if name == "" {
		return nil, nil
	}
	o, err := p.object(name)
	if err != nil {
		return nil, err
	}
	return o.made, nil
}

// call makes the call of the line.
func (p *player) call() (nd2.Status, error) {
	if p.line.Method == "OpenAdapter" {
		return p.open()
	}
	p.mu.Lock()
	o := p.objects[p.line.On]
	_, was := p.gone[p.line.On]
	p.mu.Unlock()
	switch kind := recorded.KindOf(p.line.On); {
	case kind == "provider" || kind == "file": // each end has one, and each adapter
		return p.said(), nil
	case o == nil && p.line.Method == "Release" && was: // a reference that QueryInterface gave
		return nd2.Success, nil
	case o == nil:
		return 0, p.fail("there is no %s", p.line.On)
	case p.line.Method == "Release" && p.refers(o, -1):
		o.made.Release()
		return nd2.Success, nil
	case p.line.Method == "Release":
		if recorded.KindOf(o.name) == "qp" {
			if err := p.collect(o); err != nil {
				return 0, err
			}
			p.begins()
		}
		return p.release(o), nil
	case p.line.Method == "AddRef":
		p.refers(o, 1)
		o.made.AddRef()
		return nd2.Success, nil
	case p.line.Method == "CancelOverlappedRequests":
		on, ok := o.made.(nd2.Overlapping)
		if !ok {
			return 0, p.unmade()
		}
		p.note(func() { o.canceled = p.line.Index })
		return on.CancelOverlappedRequests(), nil
	}
	switch made := o.made.(type) {
	case nd2.Adapter:
		return p.onAdapter(o)
	case nd2.CompletionQueue:
		return p.onQueue(o, made)
	case nd2.SharedReceiveQueue:
		return p.onShared(o, made)
	case nd2.QueuePair:
		return p.onPair(o, made)
	case nd2.MemoryRegion:
		return p.onRegion(o, made)
	case nd2.Connector:
		return p.onConnector(o, made)
	case nd2.Listener:
		return p.onListener(o, made)
	}
	return 0, p.unmade()
}

// refers counts the text's references to an object, less the first. It returns false if there are none to take back.
func (p *player) refers(o *object, by int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if o.references+by < 0 {
		return false
	}
	o.references += by
	return true
}

// said is the outcome that the text has of a call that is not made, so that nothing is compared.
func (p *player) said() nd2.Status { return p.line.Status }

func (p *player) unmade() error { return p.fail("replaying can't make this call") }

// creates are the kinds of objects that methods create.
var creates = map[string]string{
	"CreateCompletionQueue": "cq", "CreateSharedReceiveQueue": "srq", "CreateQueuePair": "qp",
	"CreateQueuePairWithSrq": "qp", "CreateMemoryRegion": "mr", "CreateMemoryWindow": "mw", "CreateConnector": "connector",
	"CreateListener": "listener", "OpenAdapter": "adapter",
}

// named says what is wrong with the name of the object that the line creates.
func (p *player) named() error {
	kind := creates[p.line.Method]
	switch {
	case kind == "" && p.line.Made != "":
		return p.fail("%s creates no object", p.line.Method)
	case kind == "" || p.line.Made == "" && p.line.Refused():
		return nil
	case p.exists(p.line.Made):
		return p.fail("there is a %s already", p.line.Made)
	case p.line.Made == "":
		return p.fail("it has no name: write %s1 = … before it", kind)
	case recorded.KindOf(p.line.Made) != kind:
		return p.fail("%s creates a %s: name it as in %s1", p.line.Method, kind, kind)
	}
	return nil
}

func (p *player) exists(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.objects[name] != nil
}

// enter names an object that was made.
func (p *player) enter(made nd2.Unknown, a *adapter) *object {
	name := p.line.Made
	if name == "" { // the text expects that it is refused
		name = fmt.Sprintf("line %d of %d", p.line.Number, p.number)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made++
	o := &object{name: name, number: p.made, track: p.track, made: made, adapter: a, context: p.line.Context}
	p.objects[o.name] = o
	p.changed.Broadcast()
	return o
}

// create creates an object by its method.
func (p *player) create(c ndclient.Creation, a *adapter) (nd2.Status, error) {
	made, f := ndclient.Create[nd2.Unknown](c)
	if f != nil {
		return f.Status, nil //nolint:nilerr // it is what has come
	}
	p.enter(made, a)
	return nd2.Success, nil
}

// open opens the adapter of an end.
func (p *player) open() (nd2.Status, error) {
	n := p.line.Adapter
	if p.Usage != nil {
		n = p.Usage.end(p.line)
		p.line.Adapter = n
	}
	if n < 0 || n >= len(p.ends.End) {
		return 0, p.fail("there are two ends, local and peer")
	}
	end := p.ends.End[n]
	a, f := end.Open(nil)
	if f != nil {
		a.Close()
		return f.Status, nil //nolint:nilerr // it is what has come
	}
	made := &adapter{Adapter: a, end: end}
	made.object = p.enter(a.Adapter, made)
	return nd2.Success, nil
}

func (p *player) onAdapter(o *object) (nd2.Status, error) {
	a, c := o.adapter, p.line.Call
	switch c.Method {
	case "CreateOverlappedFile": // each has one
		return p.said(), nil
	case "Query":
		_, s := providers.QueryInfo(a.Adapter)
		return s, nil
	case "QueryAddressList":
		var list nd2.SocketAddressList
		size := uint32(1 << 16)
		if p.line.Room != nil {
			size = *p.line.Room
		}
		return a.QueryAddressList(&list, &size), nil
	case "CreateCompletionQueue":
		return p.create(a.CompletionQueue(c.Depth), a)
	case "CreateSharedReceiveQueue":
		return p.create(a.SharedReceiveQueue(c.Depth, c.SGEs, c.Threshold), a)
	case "CreateMemoryRegion":
		return p.create(a.MemoryRegion(), a)
	case "CreateMemoryWindow":
		return p.create(a.MemoryWindow(), a)
	case "CreateConnector":
		return p.create(a.Connector(), a)
	case "CreateListener":
		return p.create(a.Listener(), a)
	case "CreateQueuePairWithSrq":
		if c.SRQ == "" {
			return 0, p.fail("it names no srq")
		}
		return p.createPair(a)
	case "CreateQueuePair":
		return p.createPair(a)
	}
	return 0, p.unmade()
}

func (p *player) createPair(a *adapter) (nd2.Status, error) {
	c := p.line.Call
	receives, err := p.given(c.ReceiveCQ)
	if err != nil {
		return 0, err
	}
	initiated, err := p.given(c.InitiatorCQ)
	if err != nil {
		return 0, err
	}
	shared, err := p.given(c.SRQ)
	if err != nil {
		return 0, err
	}
	return p.create(ndclient.Creation{Method: c.Method, Call: func(made *nd2.Unknown) nd2.Status {
		if c.Method == "CreateQueuePairWithSrq" {
			return a.CreateQueuePairWithSrq(nd2.IIDQueuePair, receives, initiated, shared, uintptr(c.Context), c.InitiatorDepth,
				c.InitiatorSGEs, c.InlineSize, made)
		}
		return a.CreateQueuePair(nd2.IIDQueuePair, receives, initiated, uintptr(c.Context), c.ReceiveDepth, c.InitiatorDepth,
			c.ReceiveSGEs, c.InitiatorSGEs, c.InlineSize, made)
	}}, a)
}
