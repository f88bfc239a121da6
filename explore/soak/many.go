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
func (s *soak) manyRegions(ctx context.Context) (held int) {
	within := min(s.For/portion, longest)
	held, _ = s.withRegions(ctx, mostRegions, within, 0)
	most := min(held, mostAgain)
	again, lacks := s.withRegions(ctx, most, within, s.limit/lateness)
	if lacks && 2*again < most {
		model.Breaks("mr.deregister.nd-success mr.register.nd-success", "%d were released, and %d could be made",
			held, again)
	}
	return held
}

// withRegions makes up to most regions of a page, sends the traffic through one more, and releases them all. It returns
// how many there were, and whether the adapter lacked the resources for more all the time that it waited for them.
func (s *soak) withRegions(ctx context.Context, most int, within, patience time.Duration) (
	held int, lacks bool,
) {
	t := s.traffic
	var list []nd2.MemoryRegion
	defer func() {
		for _, r := range list { // what there is if something is wrong may not end
			r.Release()
		}
	}()
	page := t.memory[0][:min(len(t.memory[0]), 4<<10)]
	waited := timeout.New(patience)
	for began := time.Now(); len(list) < most && !lacks && time.Since(began) < within && ctx.Err() == nil; {
		if t.add(&list, page) != nil {
			lacks = patience == 0 || waited.Over()
			runtime.Gosched()
			continue
		}
		waited.Restart()
		s.breathe(len(list))
	}
	held = len(list)
	err := t.add(&list, t.memory[0])
	if err != nil && held > 0 { // there is room in the place of another
		last := list[held-1]
		list = list[:held-1]
		t.end(last)
		err = t.add(&list, t.memory[0])
	}
	if err == nil {
		t.roundBy(list[len(list)-1])
	}
	for len(list) > 0 {
		first := list[0]
		list = list[1:]
		t.end(first)
		s.breathe(len(list))
	}
	return held, lacks
}

// breathe gives a sign of life now and then.
func (s *soak) breathe(n int) {
	if n%breath == 0 && s.Alive != nil {
		s.Alive()
	}
}

// add adds a region of memory of end 0 to a list, unless the adapter lacks the resources.
func (t *traffic) add(list *[]nd2.MemoryRegion, b []byte) error {
	r, f := ndclient.Create[nd2.MemoryRegion](t.side[0].MemoryRegion())
	if err := tried(f); err != nil {
		return err
	}
	if err := t.tryRegister(r, b); err != nil {
		r.Release()
		return err
	}
	*list = append(*list, r)
	return nil
}

// end ends a registration, and releases its region.
func (t *traffic) end(r nd2.MemoryRegion) {
	defer r.Release()
	t.deregisters(r)
}

// roundBy sends the traffic through another region of its memory for a round.
func (t *traffic) roundBy(r nd2.MemoryRegion) {
	own := t.tokens[0]
	defer func() { t.tokens[0] = own }()
	t.tokens[0] = [2]uint32{r.GetLocalToken(), r.GetRemoteToken()}
	t.round()
}
