package runner

import (
	"context"
	"fmt"
	"os"
	"time"
)

// memoryPeriod is how often a worker's memory is looked at.
const memoryPeriod = 50 * time.Millisecond

// watch calls end if a worker's resident memory exceeds limit, in bytes, and kills
// it if it takes twice as much while it ends. stop is called when the worker has
// ended, and returns when the watch has. With no limit, or where resident memory
// can't be told, there is nothing to watch.
func watch(worker *os.Process, limit int64, end context.CancelCauseFunc) (stop func()) {
	if _, ok := resident(worker.Pid); limit <= 0 || !ok {
		return func() {}
	}
	ended, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticks := time.NewTicker(memoryPeriod)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
			case <-ended:
				return
			}
			size, _ := resident(worker.Pid)
			if size > limit {
				end(fmt.Errorf("it took more memory than its limit of %d MiB", limit>>20))
			}
			if size > 2*limit {
				_ = worker.Kill()
			}
		}
	}()
	return func() {
		close(ended)
		<-stopped
	}
}
