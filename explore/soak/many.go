package soak

import (
	"context"
	"runtime"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

const (
	// mostRegions is how many regions there are at a time: more than 16 bits can number.
	mostRegions = 1<<16 + 64
	// mostAgain is how many are made when these are gone: more than an adapter may keep back.
	mostAgain = 512
	// portion is the part of a soak's time that it takes to make many regions, and longest that time at most.
	portion = 20
	longest = 30 * time.Second
	// breath is how many regions are made or released between two signs of life.
	breath = 256
)

// manyRegions holds as many regions as there can be, or as there is time for, while a round of the traffic goes by
// one more. When they are released, others can be made, if a while later.
func (s *soak) manyRegions(ctx context.Context) (held int, v *model.Violation) {
	within := min(s.For/portion, longest)
	held, _, v = s.withRegions(ctx, mostRegions, within, 0)
	if v != nil {
		return held, v
	}
	most := min(held, mostAgain)
	again, lacks, v := s.withRegions(ctx, most, within, s.limit/lateness)
	if v == nil && lacks && 2*again < most {
		v = model.Violates("mr.deregister.nd-success mr.register.nd-success", "%d were released, and %d could be made",
			held, again)
	}
	return held, v
}

// withRegions makes up to most regions of a page, sends the traffic through one more, and releases them all. It returns
// how many there were, and whether the adapter lacked the resources for more all the time that it waited for them.
func (s *soak) withRegions(ctx context.Context, most int, within, patience time.Duration) (
	held int, lacks bool, v *model.Violation,
) {
	t := s.traffic
	var list []nd2.MemoryRegion
	defer func() {
		for i, r := range list {
			if v != nil { // what else there is may not end
				r.Release()
				continue
			}
			v = t.end(r)
			s.breathe(i)
		}
	}()
	page := t.memory[0][:min(len(t.memory[0]), 4<<10)]
	waited := timeout.New(patience)
	for began := time.Now(); len(list) < most && !lacks && time.Since(began) < within && ctx.Err() == nil; {
		full, v := t.add(&list, page)
		switch {
		case v != nil:
			return len(list), false, v
		case full:
			lacks = patience == 0 || waited.Over()
			runtime.Gosched()
		default:
			waited.Restart()
			s.breathe(len(list))
		}
	}
	held = len(list)
	full, v := t.add(&list, t.memory[0])
	if v == nil && full && held > 0 { // there is room in the place of another
		v = t.end(list[held-1])
		list = list[:held-1]
		if v == nil {
			full, v = t.add(&list, t.memory[0])
		}
	}
	if v == nil && !full {
		v = t.roundBy(list[len(list)-1])
	}
	return held, lacks, v
}

// breathe gives a sign of life now and then.
func (s *soak) breathe(n int) {
	if n%breath == 0 && s.Alive != nil {
		s.Alive()
	}
}

// add adds a region of memory of end 0 to a list, unless the adapter lacks the resources.
func (t *traffic) add(list *[]nd2.MemoryRegion, b []byte) (full bool, v *model.Violation) {
	r, f := ndclient.Create[nd2.MemoryRegion](t.side[0].MemoryRegion())
	if f == nil {
		f = ndclient.Start(r, func(o *nd2.Overlapped) nd2.Status { return r.Register(b, rights, o) }).
			Succeed("Register", t.limit)
		if f == nil {
			*list = append(*list, r)
			return false, nil
		}
		r.Release()
	}
	if lacks(f) {
		return true, nil
	}
	return false, violation(f)
}

// end ends a registration, and releases its region.
func (t *traffic) end(r nd2.MemoryRegion) *model.Violation {
	defer r.Release()
	return t.request(r, "Deregister", r.Deregister)
}

// roundBy sends the traffic through another region of its memory for a round.
func (t *traffic) roundBy(r nd2.MemoryRegion) *model.Violation {
	own := t.tokens[0]
	defer func() { t.tokens[0] = own }()
	t.tokens[0] = [2]uint32{r.GetLocalToken(), r.GetRemoteToken()}
	return t.round()
}
