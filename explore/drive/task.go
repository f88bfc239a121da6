package drive

import (
	"slices"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// A task is one call, and what came of it.
type task struct {
	*model.Call
	lane      int
	list      []nd2.SGE
	status    nd2.Status
	token     uint32  // the window's, once Bind has returned
	bound     *region // to which it is bound then
	operation *operation
	// shapes are those of the queue pairs that a Connect connects, and early are Receives that these
	// are given before; waits are what a Withdraw cancels,
	// and violation is what a call that is made of several has shown.
	shapes    [2]model.PairShape
	early     []*task
	waits     []*waiting
	violation *model.Violation
	// lacks says that it lacked resources, and alone that no lane makes another call.
	lacks, alone bool
	// results is where GetResults stores results, and count is how many it said there
	// are.
	results []nd2.Result
	count   int
	// turn orders the calls of a program by when they returned.
	turn int64
}

// prepare prepares what a call needs. Nobody else uses the memory that the client writes
// to before the call, whatever other lanes do.
func (d *driver) prepare(c *model.Call, lane int) *task {
	s := d.side[c.End]
	for _, p := range c.Fill {
		memory.Overwrite(s.regions[p.Region].bytes[p.Offset:p.Offset+p.Length], d.world.Memory(c.End, p.Region)[p.Offset:])
	}
	t := &task{Call: c, lane: lane, list: s.list(c)}
	switch c.Op {
	case program.Notify:
		t.operation = newOperation(s.queues[c.Queue], s.port)
	case program.Watch:
		t.operation = newOperation(s.shared, s.port)
	case program.Disconnect:
		t.operation = newOperation(d.links[c.Connection].connector[c.End], s.port)
	case program.Connect:
		if !c.Prepared {
			t.shapes = d.world.Join(c.Connection)
		}
		t.early = d.early(c, lane)
	}
	return t
}

// perform makes the call. Lanes do so concurrently, so it uses nothing of the model.
func (d *driver) perform(t *task) {
	s := d.side[t.End]
	switch t.Op {
	case program.Results:
		t.results = make([]nd2.Result, t.Count)
		t.count = int(s.queues[t.Queue].GetResults(t.results))
	case program.Notify:
		q := s.queues[t.Queue]
		t.status = t.operation.start(func(o *nd2.Overlapped) nd2.Status { return q.Notify(t.Kind, o) })
	case program.Watch:
		t.status = t.operation.start(s.shared.Notify)
	case program.Cancel:
		t.status = s.overlapping(t.Queue).CancelOverlappedRequests()
	case program.Resize:
		t.status = s.queues[t.Queue].Resize(uint32(t.Depth))
	case program.Flush:
		t.status = d.links[t.Connection].pair[t.End].Flush()
	case program.Disconnect:
		t.status = t.operation.start(d.links[t.Connection].connector[t.End].Disconnect)
	case program.Connect, program.Reject:
		d.together(t)
	case program.Await:
		d.await(t, s)
	case program.Withdraw:
		d.cancelWaits(t, s)
	case program.Modify:
		t.status = s.shared.Modify(uint32(t.Depth), uint32(t.Threshold))
	default:
		t.status = d.post(t, s)
		clear(t.list) // the array is the client's again
	}
	t.turn = d.turns.Add(1)
}

// overlapping returns a queue of an end.
func (s *side) overlapping(queue int) nd2.Overlapping {
	if queue == model.SharedQueue {
		return s.shared
	}
	return s.queues[queue]
}

// judge judges what a call has returned, except results.
func (d *driver) judge(t *task) {
	switch t.Op {
	case program.Results:
		return
	case program.Connect:
		d.retried(t)
		return
	case program.Reject:
		d.world.Cover[rejectName(wayOf(t.Call))]++
		d.retried(t)
		return
	}
	d.log.add(line{call: t.Call, status: t.status})
	switch t.Op {
	case program.Flush, program.Disconnect: // their connection is ended once the results are known
	case program.Await:
		d.awaits(t)
	case program.Withdraw:
		d.withdraws(t)
	case program.Notify, program.Watch:
		d.notifyReturned(t)
	case program.Bind:
		if t.status == nd2.Success {
			d.side[t.End].noteBind(t.Window, t.token, t.bound)
		}
		d.returned(t)
	default:
		d.returned(t)
	}
}

func (d *driver) notifyReturned(t *task) {
	if t.status == nd2.Pending {
		d.notifies[t.Notify] = t.operation
	}
	if t.operation.lacks {
		d.world.NotifyRefused(t.Call)
	} else {
		must(d.world.NotifyReturned(t.Call, t.status))
	}
}

// returned judges what a call has returned that the model knows of.
func (d *driver) returned(t *task) {
	what := string(t.Op)
	switch {
	case t.Refused && ndclient.Exhausted(t.status): // an adapter may report that first
		return
	case t.Refused:
		judged(t.Rules, what, t.status)
		return
	case t.Full() && t.status.Failed():
		judged("qp."+what+".nd-no-more-entries", "a "+what+" that finds its queue full", t.status)
	}
	must(d.world.Returned(t.Call, t.status))
}

// one carries out a single call by itself.
func (d *driver) one(c *model.Call) {
	t := d.prepare(c, 0)
	t.alone = true
	d.perform(t)
	if d.judge(t); t.Op == program.Results {
		d.took(t)
	}
}

// took judges the results that a call has stored, and then the notifications that have come
// since.
func (d *driver) took(t *task) {
	d.accept(t.End, t.Queue, t.results, t.count)
	if t.count > 0 {
		d.takeNotified(t.End, t.Queue)
	}
}

// block carries out the steps of several lanes concurrently, and judges the outcome when all of them
// have returned.
func (d *driver) block(steps []program.Step) {
	lanes := map[int][]*task{}
	var all []*task
	d.world.BeginBlock()
	for _, s := range steps {
		for n := range s.Count() {
			c := d.world.ResolveConcurrent(s.Again(n))
			if c == nil {
				continue
			}
			d.steps.Add(1)
			t := d.prepare(c, s.Lane)
			lanes[s.Lane] = append(lanes[s.Lane], t)
			all = append(all, t)
		}
	}
	if slices.ContainsFunc(all, func(t *task) bool { return connects(t.Op) }) {
		d.releasePackets()
	}
	d.runLanes(lanes)
	d.world.EndBlock()
	slices.SortFunc(all, func(a, b *task) int { return int(a.turn - b.turn) })
	for _, t := range all { // requests for notifications come first, since results may have completed them
		if !t.lacks {
			d.judge(t)
		}
	}
	for _, t := range all { // what is tried again comes last, since the others may release something
		if t.lacks {
			d.judge(t)
		}
	}
	d.tookAll(all)
	d.endAll(all)
	must(d.ends.Breach())
}

// tookAll judges all results that lanes have taken, and then the notifications that have come
// since: any of the results may be their cause.
func (d *driver) tookAll(all []*task) {
	for _, tasks := range byQueue(all) {
		d.tookFrom(tasks)
	}
	for _, t := range all {
		if t.Op == program.Results && t.count > 0 {
			d.takeNotified(t.End, t.Queue)
		}
	}
}

// byQueue returns the tasks that take results, those of each completion queue together.
func byQueue(all []*task) (groups [][]*task) {
	known := map[[2]int]int{}
	for _, t := range all {
		if t.Op != program.Results {
			continue
		}
		queue := [2]int{t.End, t.Queue}
		n, ok := known[queue]
		if !ok {
			n = len(groups)
			known[queue], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], t)
	}
	return groups
}

// tookFrom judges the results of one queue. If several lanes have taken them, neither their order nor
// whether the queue was empty in between is known.
func (d *driver) tookFrom(tasks []*task) {
	end, queue := tasks[0].End, tasks[0].Queue
	concurrent := slices.ContainsFunc(tasks, func(t *task) bool { return t.lane != tasks[0].lane })
	lanes := make([][]nd2.Result, program.MostLanes)
	for _, t := range tasks {
		if concurrent && t.count <= len(t.results) {
			lanes[t.lane] = append(lanes[t.lane], t.results[:t.count]...)
			continue
		}
		d.accept(end, queue, t.results, t.count)
	}
	if concurrent {
		merged := model.Merge(lanes)
		d.accept(end, queue, merged, len(merged))
	}
}
