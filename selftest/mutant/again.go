package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Again makes a defect of the calls of one method on an object that has carried one out before.
func Again(method string, do Act) Defect { return Since(On(method), On(method), do) }

// Once makes a defect: a method that has succeeded on an object fails there from then on.
func Once(method string, with nd2.Status) Defect { return Again(method, Say(with)) }

// CancelingOnce makes a defect: CancelOverlappedRequests does nothing to an object of a kind whose requests it has
// canceled before.
func CancelingOnce(kind string) Defect { return Since(Canceled(kind), Canceled(kind), Nothing) }

// OneOnly makes a defect: what ends several requests of a method with a status ends the oldest alone.
func OneOnly(method string, with nd2.Status) Defect {
	return When(Ended(method, with), First(func(c *calls.Call) {
		MuteOthers(c, method)
	}))
}

// ReleasingOneAgain makes a defect: once requests of a method have been notified on an object, each later trigger
// completes the oldest only.
func ReleasingOneAgain(method string) Defect {
	type state struct{ fired, again bool }
	return Recording(func(c *calls.Call, states *calls.Record[state]) nd2.Status {
		switch {
		case c.Method == method:
			states.Update(c.Object, func(s state) state { return state{s.fired, s.fired} })
		case c.Notifies(method, nd2.Success):
			if states.Update(c.Object, func(s state) state { return state{true, s.again} }).again {
				MuteOthers(c, method)
			}
		}
		return c.Proceed()
	})
}

// SwappingAtWrap makes a defect: the 32nd result of a kind of each queue pair comes after the 33rd.
func SwappingAtWrap(which func(*calls.Outcome) bool) Defect {
	const places = 32
	return func() calls.Hooks {
		var seen calls.Record[int]
		var held calls.Record[*calls.Outcome]
		return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
			for _, o := range fresh {
				if o.On == nil || !which(&o) {
					given = append(given, o)
					continue
				}
				on := &o.On.Object
				if seen.Update(on, Increment) == places {
					held.Set(on, &o)
					continue
				}
				given = append(given, o)
				if late := held.Set(on, nil); late != nil {
					given = append(given, *late)
				}
			}
			return given
		}}
	}
}
