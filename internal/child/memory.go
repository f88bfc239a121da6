package child

import (
	"context"
	"fmt"
	"os"
	"time"
)

// period is the time between two looks at a process's memory.
const period = 50 * time.Millisecond

// ErrMemory says that a process was killed because it took more memory than Limit, in bytes.
type ErrMemory struct{ Limit int64 }

// Error implements error.
func (e ErrMemory) Error() string {
	return fmt.Sprintf("it took more memory than its limit of %d MiB", e.Limit>>20)
}

// Watch calls end with an [ErrMemory] if a process's memory, as taken measures it, exceeds limit, in bytes. It
// kills the process if it takes twice as much while it ends. The caller calls stop when the process has ended;
// stop returns when the watch has ended, too. Without a limit, or where memory can't be measured, nothing is
// watched.
func Watch(process *os.Process, limit int64, taken func(pid int) (size int64, ok bool),
	end context.CancelCauseFunc,
) (stop func()) {
	if _, ok := taken(process.Pid); limit <= 0 || !ok {
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
			size, _ := taken(process.Pid)
			if size > limit {
				end(ErrMemory{limit})
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
