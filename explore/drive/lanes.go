package drive

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// beside has each lane perform its tasks in order, concurrently with the other lanes,
// and waits for all lanes.
func (d *driver) beside(lanes map[int][]*task) {
	if len(lanes) < 2 {
		for _, tasks := range lanes {
			d.performAll(tasks)
		}
		return
	}
	var ready atomic.Int64
	var all sync.WaitGroup
	for _, tasks := range lanes {
		all.Go(func() {
			together(&ready, int64(len(lanes)))
			d.performAll(tasks)
		})
	}
	all.Wait()
}

// spins is how often a lane looks for the others before it yields its processor to
// them.
const spins = 2000

// together returns when all lanes have called it. It does not sleep, so all lanes go on at the
// same moment: a lane that slept would wake only after the others' first calls had returned.
func together(ready *atomic.Int64, lanes int64) {
	ready.Add(1)
	for n := 1; ready.Load() < lanes; n++ {
		if n%spins == 0 {
			runtime.Gosched()
		}
	}
}

func (d *driver) performAll(tasks []*task) {
	for _, t := range tasks {
		d.perform(t)
	}
}
