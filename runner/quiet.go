package runner

import "time"

// A quiet measures how long a worker has said nothing. Time in which it waited for a processor
// does not count, since a worker that gets none is alive. It lasts for quietMost times the limit
// at most.
type quiet struct {
	limit time.Duration
	// counted is the part of the time that counts, and all is all of it.
	counted, all time.Duration
	// starved is for how long the worker's threads had waited for a processor at the last look.
	starved time.Duration
}

const (
	// quietLooks is how often the supervisor looks within the limit.
	quietLooks = 20
	// quietMost is how many times the limit a worker may say nothing, however little it runs.
	quietMost = 15
)

// period returns the time between two looks.
func (q *quiet) period() time.Duration { return max(q.limit/quietLooks, time.Millisecond) }

// heard notes that the worker has said something.
func (q *quiet) heard() { q.counted, q.all = 0, 0 }

// lasts notes that the worker has said nothing for a while more; starved is how long its threads
// have waited for a processor in all. It reports whether the limit is reached.
func (q *quiet) lasts(more, starved time.Duration) (over bool) {
	waited := min(more, max(0, starved-q.starved)) // the time of a thread that has ended is no longer counted
	q.starved = starved
	q.all += more
	q.counted += more - waited
	return q.counted >= q.limit || q.all >= quietMost*q.limit
}
