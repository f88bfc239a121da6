package explore

import (
	"github.com/ndconform/ndconform/explore/program"
)

// A generated program is known by its number and style.
type generated struct {
	number int
	style  program.Style
}

func (g generated) program(seed uint64) program.Program {
	return program.Generate(seed, g.number, g.style)
}

// mostHistory is how many programs are remembered.
const mostHistory = 256

// historySizes are how many of the programs before one are carried out again, if that one does not show its
// finding by itself.
var historySizes = []int{1, 4, 16, 64, mostHistory}

// withHistory returns a program with as many of those before it as it takes to show its finding;
// ok is false if they don't show it.
func (e *explorer) withHistory(p program.Program, history []generated,
	shows func(program.Program) bool,
) (_ program.Program, ok bool) {
	done := 0
	for _, n := range historySizes {
		n = min(n, len(history))
		if n == done {
			break
		}
		done = n
		p.Before = nil
		for _, g := range history[len(history)-n:] {
			p.Before = append(p.Before, g.program(e.Seed))
		}
		if shows(p) {
			return p, true
		}
	}
	p.Before = nil
	return p, false
}
