package session

import (
	"context"
	"fmt"
	"time"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/reports/speed"
)

// The least number of rounds may take patience times as long as asked for, or as leastTime if that is more.
const (
	patience  = 3
	leastTime = time.Minute
)

// A BusyError says that a machine has too much else to do for measurements.
type BusyError string

// Error implements error.
func (e BusyError) Error() string { return string(e) }

// InTurns has two sessions measure round by round, so that what the machine does meets both: of two rounds in a row
// each session is first in one. A measurement's samples of the same place are of the same round. The first session says
// for how long. The error is a [BusyError], or that of [Session.Run].
func InTurns(ctx context.Context, a, b *Session) (of [2]*speed.Report, err error) {
	turn := []*Session{a, b}
	for _, s := range turn {
		s.begin()
	}
	for done := 0; a.goOn() && b.goOn(); {
		for _, s := range turn {
			if err := s.measure(ctx); err != nil {
				return of, err
			}
			done++
			if err := a.busy(done); err != nil {
				return of, err
			}
		}
		rounds := min(a.report.Rounds, b.report.Rounds)
		for _, s := range turn {
			s.keep(rounds)
		}
		turn[0], turn[1] = turn[1], turn[0]
	}
	return [2]*speed.Report{a.end(), b.end()}, nil
}

// busy is a [BusyError] if the least number of rounds takes too long, by those of both sessions that are done.
func (s *Session) busy(done int) error {
	round := time.Since(s.began) / time.Duration(done)
	if 2*bench.LeastRounds*round <= patience*max(s.For, leastTime) {
		return nil
	}
	return BusyError(fmt.Sprintf("the machine is too busy to compare on: a round takes %v, and %d of each provider are "+
		"needed; end what else runs, or give them time (--for)", round.Round(time.Millisecond), bench.LeastRounds))
}

// keep drops the samples of later rounds: a worker that ends within one has none of it.
func (s *Session) keep(rounds int) {
	s.report.Rounds = rounds
	for _, f := range s.figures {
		f.Samples = f.Samples[:min(rounds, len(f.Samples))]
	}
}
