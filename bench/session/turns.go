package session

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/ndconform/ndconform/reports/speed"
)

// turnsLeast is how many rounds signed ranks need: with fewer, no difference of one of hundreds of figures is beyond
// chance. They may take patience times as long as asked for, or as leastTime if that is more.
const (
	turnsLeast = 16
	patience   = 3
	leastTime  = time.Minute
)

// A BusyError says that a machine has too much else to do for measurements.
type BusyError string

// Error implements error.
func (e BusyError) Error() string { return string(e) }

// InTurns has two sessions measure round by round, so that what the machine does meets both: of two rounds in a row
// each session is first in one. A measurement's samples of the same place are of the same round. What cuts one session
// off cuts off the other. The error is a [BusyError], or that of [Session.Run].
func InTurns(ctx context.Context, a, b *Session) (of [2]*speed.Report, err error) {
	turn := []*Session{a, b}
	for _, s := range turn {
		s.Rounds = max(s.Rounds, turnsLeast)
		s.begin()
	}
	for a.goOn() && b.goOn() {
		began, over := time.Now(), len(a.over)+len(b.over)
		for _, s := range turn {
			if err := s.measure(ctx); err != nil {
				return of, err
			}
		}
		rounds := min(a.report.Rounds, b.report.Rounds)
		for _, s := range turn {
			s.keep(rounds)
		}
		if took := time.Since(began); len(a.over)+len(b.over) == over && turnsLeast*took > patience*max(a.For, leastTime) {
			return of, BusyError(fmt.Sprintf("the machine is too busy to compare on: a round of both takes %v, and %d are "+
				"needed; end what else runs, or give them time (--for)", took.Round(time.Millisecond), turnsLeast))
		}
		turn[0], turn[1] = turn[1], turn[0]
	}
	a.report.Incomplete = cmp.Or(a.report.Incomplete, b.report.Incomplete)
	return [2]*speed.Report{a.end(), b.end()}, nil
}

// keep drops the samples of rounds that the other session has not: its worker died.
func (s *Session) keep(rounds int) {
	s.report.Rounds = rounds
	for _, f := range s.figures {
		f.Samples = f.Samples[:min(rounds, len(f.Samples))]
	}
}
