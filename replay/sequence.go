package replay

import (
	"cmp"
	"slices"

	"github.com/ndconform/ndconform/calls/recorded"
)

// A Sequence is the lines of recordings in an order in which one thread can make them, as a text has them.
type Sequence struct {
	lines []placed
	last  int
	full  bool
}

// A placed is a line, with its place among those that were made.
type placed struct {
	recorded.Line
	turn int
}

// mostSequence is how many lines a sequence may have.
const mostSequence = 1 << 16

// Add adds a line behind all others.
func (s *Sequence) Add(line recorded.Line) { s.note(s.turn(), line) }

// turn returns the next place.
func (s *Sequence) turn() int {
	if s == nil {
		return 0
	}
	s.last++
	return s.last
}

func (s *Sequence) note(turn int, line recorded.Line) {
	if s == nil {
		return
	}
	if s.full = s.full || len(s.lines) == mostSequence; !s.full {
		s.lines = append(s.lines, placed{line, turn})
	}
}

// Lines are the lines, with the line that stopped the replay behind them, if any; nil if there are too many.
func (s *Sequence) Lines(stopped *StopError) (lines []recorded.Line) {
	if stopped != nil {
		s.Add(stopped.Line)
	}
	if s.full {
		return nil
	}
	slices.SortStableFunc(s.lines, func(a, b placed) int { return cmp.Compare(a.turn, b.turn) })
	type index struct{ process, of int }
	places := map[index]int{}
	for n, line := range s.lines {
		process := recorded.Process(line.On)
		places[index{process, line.Index}] = n
		if line.Request != "" {
			line.Of = places[index{process, line.Of}]
		}
		lines = append(lines, line.Line)
	}
	return lines
}
