package explore

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/program"
)

// steerEvery is after how many programs the operations to favor are chosen again.
const steerEvery = 32

// style returns the style of the next programs: they favor operations that may visit
// transitions not visited so far.
func (e *explorer) style() program.Style {
	if e.result.Programs%steerEvery != 0 || e.result.Programs == 0 {
		return e.like
	}
	e.like.Favor = nil
	for _, name := range e.notVisited() {
		for _, op := range opsOf(name) {
			if !slices.Contains(e.like.Favor, op) {
				e.like.Favor = append(e.like.Favor, op)
			}
		}
	}
	return e.like
}

// opsOf returns the operations with which a transition's name begins, or which it names
// as concurrent.
func opsOf(name string) (ops []program.Op) {
	name, _, _ = strings.Cut(name, "/")
	for _, word := range strings.Split(name, " beside ") {
		if op := program.Op(word); slices.Contains(program.Ops(), op) {
			ops = append(ops, op)
		}
	}
	return ops
}

func (e *explorer) notVisited() []string {
	return slices.DeleteFunc(drive.Known(), func(name string) bool { return e.cover[name] > 0 })
}

// transitions returns which transitions were visited, and which were not.
func (e *explorer) transitions() Transitions {
	return Transitions{Visited: len(e.cover), Known: len(drive.Known()), NotVisited: e.notVisited(), Table: e.cover}
}
