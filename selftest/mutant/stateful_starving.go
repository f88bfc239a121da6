package mutant

import (
	"time"

	"github.com/ndconform/ndconform/calls"
)

// A turn is which queue pair has taken from a shared receive queue last, and how often
// in a row.
type turn struct {
	of     *calls.QueuePair
	inARow int
}

func (t turn) next(q *calls.QueuePair) turn {
	if t.of == q {
		return turn{q, t.inARow + 1}
	}
	return turn{q, 1}
}

// starving holds back what a queue pair gets from a shared receive queue behind four
// messages of another, for 200 ms.
func starving() calls.Hooks {
	const many, hunger = 4, 200 * time.Millisecond
	type meal struct {
		of      *calls.QueuePair
		since   time.Time
		results []calls.Outcome
	}
	var turns calls.Record[turn] // by shared receive queue
	var meals calls.Record[meal] // by completion queue
	return calls.Hooks{Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
		late := meals.Get(&q.Object)
		if late.of != nil && time.Since(late.since) > hunger {
			given, late = late.results, meal{}
		}
		for _, o := range fresh {
			if !o.FromSRQ() || o.On == nil {
				given = append(given, o)
				continue
			}
			before := turns.Get(o.Of.Object)
			turns.Set(o.Of.Object, before.next(o.On))
			if late.of == nil && before.inARow >= many && before.of != o.On {
				late = meal{of: o.On, since: time.Now()}
			}
			if late.of == o.On {
				late.results = append(late.results, o)
			} else {
				given = append(given, o)
			}
		}
		meals.Set(&q.Object, late)
		return given
	}}
}
