package drive

import (
	"bytes"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

const cleansUp = "adapter.removed.cleanup-succeeds"

// remove takes away an adapter in the middle of everything, if the provider can inject that, and
// judges what is left of both ends. The program is over then.
func (d *driver) remove(c *model.Call) {
	gone, other := d.side[c.End], d.side[1-c.End]
	if gone.Instance == other.Instance && gone.ID == other.ID {
		return
	}
	d.restoreNetwork()
	if !d.world.MayRemove() {
		d.settle()
	}
	d.closeControl()
	undo := gone.inject(providers.AdapterRemoved)
	if undo == nil {
		return
	}
	defer undo()
	d.removed = true
	d.world.Cover["remove"]++
	d.log.note("end %d: the adapter is removed", c.End)
	holds := gone.contents()
	d.awaitRemoved(c.End)
	d.deadCalls(c.End)
	d.survive(c.End)
	d.cleanUp(c.End)
	for n, r := range gone.regions {
		if !bytes.Equal(holds[n], memory.Contents(r.bytes)) {
			breaks("adapter.removed.only-cleanup", "region %d of end %d has changed", n, c.End)
		}
		gone.Free(&pool, r.whole)
	}
	gone.regions, gone.former = nil, nil
	d.tearDownSide(1 - c.End)
}

// contents returns the contents of all regions.
func (s *side) contents() (all [][]byte) {
	for _, r := range s.regions {
		all = append(all, bytes.Clone(memory.Contents(r.bytes)))
	}
	return all
}

// awaitRemoved waits for the requests for notifications of an adapter that has been removed.
func (d *driver) awaitRemoved(end int) {
	for q := model.SharedQueue; q < len(d.side[end].queues); q++ {
		rule := "cq.notify.ends-on-removal"
		if q == model.SharedQueue {
			rule = "srq.notify.ends-on-removal"
		}
		for _, a := range d.world.PendingNotifies(end, q) {
			t := d.notifies[a]
			if t == nil {
				continue
			}
			if !t.Await(d.Limit) {
				breaks(rule, "a Notify on queue %d of end %d has not ended", q, end)
			}
			d.log.note("end %d, queue %d: Notify has ended with %v", end, q, t.Final())
			if t.Final() != nd2.Success { // else a result came before
				judged(rule, "a request for a notification", t.Final())
			}
		}
	}
}

// deadCalls makes calls that an adapter which has been removed can't carry out.
func (d *driver) deadCalls(end int) {
	s := d.side[end]
	for range 2 { // once a call has said that the adapter was removed, the judge knows
		var queue, connector nd2.Unknown
		s.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.File, 1, 0, 0, &queue)
		s.Adapter.CreateConnector(nd2.IIDConnector, s.File, &connector)
		release(queue)
		release(connector)
		info, size, room := nd2.AdapterInfo{InfoVersion: s.Info.InfoVersion}, uint32(nd2.AdapterInfoSize), uint32(roomForAll)
		s.Adapter.Query(&info, &size)
		s.Adapter.QueryAddressList(&nd2.SocketAddressList{}, &room)
		s.listeners[0].Listen(0)
	}
	for n, l := range d.links {
		if d.world.Connected(n) {
			d.deadRequests(end, n, l.pair[end])
		}
	}
	must(d.ends.Breach())
}

// survive ends the connections at the other end, where every request ends.
func (d *driver) survive(end int) {
	other := 1 - end
	var ended []int
	for n := range d.links { // all of them end at once, and results of each may come at any time
		if d.world.Connected(n) || d.world.IsPrepared(n) {
			d.world.Ends(n, end, program.Remove)
			ended = append(ended, n)
		}
	}
	for _, n := range ended {
		l := d.links[n]
		d.flush(l, other)
		waited := timeout.New(d.Limit)
		for !d.world.EndedAt(n, other) {
			switch taken := d.takeAllOf(other); {
			case taken > 0:
				waited.Restart()
			case waited.Over() || d.ctx.Err() != nil:
				must(d.world.WaitingAt(n, other))
				return
			}
		}
	}
}

// cleanUp releases everything of an adapter that has been removed, and what was connected to it.
func (d *driver) cleanUp(end int) {
	s := d.side[end]
	for _, o := range s.overlappings() {
		succeeds(cleansUp, "CancelOverlappedRequests", o.CancelOverlappedRequests())
	}
	for _, l := range d.links {
		l.free()
		d.awaitNotifyDisconnects(l)
		*l = link{}
	}
	for _, w := range s.windows {
		w.Release()
	}
	for _, r := range s.registrations() {
		t := newOperation(r, s.port)
		if t.start(r.Deregister); !t.Await(d.Limit) || t.Final().Failed() {
			breaks("mr.deregister.after-removal "+cleansUp, "Deregister ended with %v", t.Final())
		}
		r.Release()
	}
	s.windows = nil
	file := s.File
	s.File = nil
	s.free()
	s.queues, s.shared, s.listeners, s.Adapter.Adapter = nil, nil, nil, nil
	succeeds(cleansUp, "Close", file.Close())
}

// overlappings returns the objects of a side whose requests can be canceled.
func (s *side) overlappings() (all []nd2.Overlapping) {
	for _, q := range s.queues {
		all = append(all, q)
	}
	if s.shared != nil {
		all = append(all, s.shared)
	}
	for _, at := range s.listeners {
		all = append(all, at)
	}
	return all
}

// deadRequests posts a request of each kind to a queue pair of an adapter that has been removed. Each
// must be refused, or fail if it ever ends, as the judge says.
func (d *driver) deadRequests(end, connection int, pair nd2.QueuePair) {
	s, o := d.side[end], d.side[1-end]
	at, to := s.regions[0], o.regions[0]
	list := []nd2.SGE{{Buffer: at.bytes[:1], MemoryRegionToken: at.local}}
	posts := []func() nd2.Status{
		func() nd2.Status { return pair.Send(nobodys, nil, 0) },
		func() nd2.Status { return pair.Write(nobodys, list, to.base, to.remote, 0) },
		func() nd2.Status { return pair.Read(nobodys, list, to.base, to.remote, 0) },
	}
	if len(s.windows) > 0 {
		posts = append(posts,
			func() nd2.Status { return pair.Bind(nobodys, at, s.windows[0], at.bytes, nd2.AllowRead) },
			func() nd2.Status { return pair.Invalidate(nobodys, s.windows[0], 0) })
	}
	if !d.world.MayInitiate(connection, end) {
		posts = nil
	}
	if s.shared == nil || connection%2 == 0 { // its Receives are not of a shared queue
		posts = append(posts, func() nd2.Status { return pair.Receive(nobodys, list) })
	}
	for _, post := range posts {
		st := post()
		d.log.note("end %d, connection %d: a request of the adapter that has been removed returned %v", end, connection, st)
		if st.Failed() {
			continue
		}
		d.deadResults(s)
	}
}

// deadResults takes all results of an adapter that has been removed.
func (d *driver) deadResults(s *side) {
	for _, q := range s.queues {
		for q.GetResults(d.buf[:]) > 0 {
		}
	}
}
