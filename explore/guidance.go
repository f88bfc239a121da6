package explore

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/program"
)

// guideEvery is after how many programs the operations to favor are chosen again.
const guideEvery = 32

// nextStyle returns the style of the next programs: they favor operations that may visit
// transitions not visited so far.
func (e *explorer) nextStyle() program.Style {
	if e.result.Programs%guideEvery != 0 || e.result.Programs == 0 {
		return e.style
	}
	e.style.Favor = nil
	for _, name := range e.notVisited() {
		for _, op := range opsOf(name) {
			if !slices.Contains(e.style.Favor, op) {
				e.style.Favor = append(e.style.Favor, op)
			}
		}
	}
	return e.style
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
