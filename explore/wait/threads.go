package wait

import (
	"os"
	"time"

	"github.com/ndconform/ndconform/internal/child"
)

// threads is what this process's threads had had of the processors at some time.
type threads struct {
	at  time.Time
	all map[string]child.Thread
}

func lookAtThreads(now time.Time) *threads { return &threads{now, child.Threads(os.Getpid())} }

// starved reports whether some thread has spent three quarters of the time until now waiting
// for a processor, or all of it. What the provider owes may be that thread's to do. Where there
// are just a few more threads than processors, none waits for so long.
func (t *threads) starved(now *threads) bool {
	passed := now.at.Sub(t.at)
	for id, then := range t.all {
		one := now.all[id]
		waits := then.Ready && one.Ready && one.Turns == then.Turns && one.Ran == then.Ran // the kernel tells only when it is over
		if waits || one.Waited-then.Waited > passed*3/4 {
			return true
		}
	}
	return false
}
