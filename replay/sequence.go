package replay

import (
	"slices"

	"github.com/ndconform/ndconform/calls/recorded"
)

// A Sequence is the lines of recordings in the order in which they were made, as a text has them.
type Sequence struct {
	lines  []recorded.Line
	places map[place]int
	full   bool
}

// A place is that of a line: its process, and its index there.
type place struct{ process, index int }

// mostSequence is how many lines a sequence may have.
const mostSequence = 1 << 16

// Note notes a line that was made; it is [Options.Made].
func (s *Sequence) Note(line recorded.Line, _ string) {
	if s.full = s.full || len(s.lines) == mostSequence; s.full {
		return
	}
	if s.places == nil {
		s.places = map[place]int{}
	}
	n := len(s.lines)
	s.places[place{recorded.Process(line.On), line.Index}] = n
	if line.Request != "" {
		line.Of = s.places[place{recorded.Process(line.On), line.Of}]
	}
	s.lines = append(s.lines, line)
}

// Lines are the lines, with the line that stopped the replay behind them, if any; nil if there are too many.
func (s *Sequence) Lines(stopped *StopError) []recorded.Line {
	if stopped != nil {
		s.Note(stopped.Line, "")
	}
	if s.full {
		return nil
	}
	return slices.Clone(s.lines)
}
