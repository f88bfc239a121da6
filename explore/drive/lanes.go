package drive

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
)

// runLanes performs the tasks of each lane in order, concurrently with the other lanes, and waits for all.
func (d *driver) runLanes(lanes map[int][]*task) {
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
			for _, t := range tasks {
				jitter(&ready)
				d.perform(t)
			}
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

// One call in late is delayed by up to 2^mostLate looks at a variable.
const (
	late     = 4
	mostLate = 13
)

// jitter delays a lane a little, at random: otherwise lanes that begin together would make the same
// calls at the same moments in each repeat, and never meet in the way that shows what is wrong.
func jitter(ready *atomic.Int64) {
	if rand.IntN(late) > 0 {
		return
	}
	for range rand.IntN(1 << rand.IntN(mostLate+1)) {
		ready.Load()
	}
}

func (d *driver) performAll(tasks []*task) {
	for _, t := range tasks {
		d.perform(t)
	}
}
