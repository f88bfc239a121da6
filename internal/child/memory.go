package child

import (
	"context"
	"fmt"
	"os"
	"time"
)

// period is how often a process's memory is looked at.
const period = 50 * time.Millisecond

// Watch calls end if a process's resident memory exceeds limit, in bytes, and kills
// it if it takes twice as much while it ends. stop is called when the process has
// ended, and returns when the watch has. With no limit, or where resident memory
// can't be told, there is nothing to watch.
func Watch(process *os.Process, limit int64, end context.CancelCauseFunc) (stop func()) {
	if _, ok := resident(process.Pid); limit <= 0 || !ok {
		return func() {}
	}
	ended, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticks := time.NewTicker(period)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
			case <-ended:
				return
			}
			size, _ := resident(process.Pid)
			if size > limit {
				end(fmt.Errorf("it took more memory than its limit of %d MiB", limit>>20))
			}
			if size > 2*limit {
				_ = process.Kill()
			}
		}
	}()
	return func() {
		close(ended)
		<-stopped
	}
}
