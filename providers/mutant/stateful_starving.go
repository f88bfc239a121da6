package mutant

import (
	"time"

	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// A turn is which queue pair has taken from a shared receive queue last, and how often
// in a row.
type turn struct {
	of     *interpose.QueuePair
	inARow int
}

func (t turn) next(q *interpose.QueuePair) turn {
	if t.of == q {
		return turn{q, t.inARow + 1}
	}
	return turn{q, 1}
}

// starving holds back what a queue pair gets from a shared receive queue behind four
// messages of another, for 200 ms.
func starving() interpose.Hooks {
	const many, hunger = 4, 200 * time.Millisecond
	type meal struct {
		of      *interpose.QueuePair
		since   time.Time
		results []interpose.Outcome
	}
	var turns interpose.Record[turn] // by shared receive queue
	var meals interpose.Record[meal] // by completion queue
	return interpose.Hooks{Results: func(q *interpose.CompletionQueue, fresh []interpose.Outcome) (given []interpose.Outcome) {
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
