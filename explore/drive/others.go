package drive

import (
	"slices"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// spare creates an object that nothing uses, and releases it.
func (d *driver) spare(c *model.Call) {
	s := d.side[c.End]
	var makes func() (nd2.Unknown, error)
	rules := ""
	switch c.Choice % 6 {
	case 0:
		depth := 1 + uint32(c.Choice>>8%min(4, uint64(s.Info.MaxCompletionQueueDepth)))
		rules, makes = making[nd2.CompletionQueue](s.CompletionQueue(depth))
	case 1:
		if !d.hasWindows(c.End) {
			return
		}
		rules, makes = making[nd2.MemoryWindow](s.MemoryWindow())
	case 2:
		rules, makes = making[nd2.Connector](s.Connector())
	case 3:
		rules, makes = making[nd2.MemoryRegion](s.MemoryRegion())
	case 4:
		d.closeEarly(s)
		return
	case 5:
		d.bindAgain(c.End)
		return
	}
	d.world.Cover[spareName(rules)]++
	object, err := makes()
	if err != nil {
		v := d.lacks(s, rules, err)
		if v == nil {
			return
		}
		err = d.whileLacking(func() (err error) { // it may be free a while after its release
			object, err = makes()
			return err
		})
		if err != nil {
			must(v)
		}
	}
	d.creates(s, rules)
	object.Release()
}

// spares are the rules that spare checks.
var spares = []string{
	"adapter.createcompletionqueue.nd-success", "adapter.creatememorywindow.nd-success",
	"adapter.createconnector.nd-success",
	"adapter.creatememoryregion.nd-success", closedEarly, releasedPort,
}

const releasedPort = "connector.bind.released-port"

const closedEarly = "adapter.createoverlappedfile.closed-early"

func spareName(rules string) string { return "spare/" + rules }

// making returns what creates an object, and the rule about that.
func making[T nd2.Unknown](c ndclient.Creation) (rule string, makes func() (nd2.Unknown, error)) {
	return creation(c.Method), func() (nd2.Unknown, error) { return create[T](c) }
}

// closeEarly closes the file of a completion queue that is still used.
func (d *driver) closeEarly(s *side) {
	var file nd2.OverlappedFile
	if st := s.Adapter.CreateOverlappedFile(&file); st != nd2.Success {
		return // resources may have become available since the beginning, or the reverse
	}
	q, err := create[nd2.CompletionQueue](s.with(file).CompletionQueue(1))
	d.world.Cover[spareName(closedEarly)]++
	closed := file.Close()
	if err != nil {
		must(d.lacks(s, "adapter.createcompletionqueue.nd-success", err))
		return
	}
	defer q.Release()
	if n := q.GetResults(d.buf[:1]); closed != nd2.Success || n != 0 {
		breaks(closedEarly, "closing returned %v, and GetResults of the empty queue %d", closed, n)
	}
}

// bindAgain binds a connector to the port of a released connector that never connected. A provider may keep ports for a
// while, but then it does so each time.
func (d *driver) bindAgain(end int) {
	s, frees := d.side[end], &d.ends.frees[end]
	first, ok := s.boundConnector()
	if !ok {
		return // the adapter lacks the resources at present
	}
	address := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(address))
	status := first.GetLocalAddress(address, &size)
	first.Release()
	if status != nd2.Success { // it tells its address once it connects
		return
	}
	second, err := s.connector()
	if err != nil {
		return
	}
	defer second.Release()
	d.world.Cover[spareName(releasedPort)]++
	free := second.Bind(address[:size]) == nd2.Success
	if *frees == nil {
		*frees = &free
	}
	for waited := timeout.New(d.Limit); **frees && !free && !waited.Over(); {
		free = second.Bind(address[:size]) == nd2.Success
	}
	if **frees && !free {
		at, _ := nd2.ParseSockaddr(address[:size])
		breaks(releasedPort, "%v can't be bound", at)
	}
}

// creates notes that a side could create an object, if it was while all connections existed.
func (d *driver) creates(s *side, rules string) {
	if !slices.ContainsFunc(d.links, func(l *link) bool { return l.pair[0] == nil }) {
		s.had[rules] = true
	}
}

// lacks returns what is wrong if a side can't create an object: nothing, if it never could be
// created together with all the others, or if requests are in progress or memory is registered twice, which takes
// resources too.
func (d *driver) lacks(s *side, rules string, err error) *model.Violation {
	if lacksResources(err) &&
		(!s.had[rules] || d.waited() || s.port.requests.taken() || len(d.side[0].former)+len(d.side[1].former) > 0) {
		return nil
	}
	return model.Violates(rules, "what could be created before can't be created: %v", err)
}
