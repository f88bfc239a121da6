package runner

import "time"

// A quiet is how long a worker has said nothing. What it has waited for a processor meanwhile does
// not count: a worker that gets none is alive. It goes on for quietMost times the limit at most.
type quiet struct {
	limit time.Duration
	// counted is what counts of it, and all is all of it.
	counted, all time.Duration
	// starved is for how long the worker's threads had waited for a processor at the last look.
	starved time.Duration
}

const (
	// quietLooks is how often it is looked at within the limit.
	quietLooks = 20
	// quietMost is how many times the limit a worker may say nothing, however little it runs.
	quietMost = 15
)

// period is the time between two looks.
func (q *quiet) period() time.Duration { return max(q.limit/quietLooks, time.Millisecond) }

// heard says that the worker has said something.
func (q *quiet) heard() { q.counted, q.all = 0, 0 }

// lasts says that the worker has said nothing for a while more; starved is for how long its threads have
// waited for a processor, of all its time. It reports whether the limit is reached.
func (q *quiet) lasts(more, starved time.Duration) (over bool) {
	waited := min(more, max(0, starved-q.starved)) // a thread that has ended takes its time with it
	q.starved = starved
	q.all += more
	q.counted += more - waited
	return q.counted >= q.limit || q.all >= quietMost*q.limit
}
