package explore

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
)

func TestAsManyProgramsBeforeAsItTakes(t *testing.T) {
	var history []generated
	for n := range 40 {
		history = append(history, generated{n, program.Style{}})
	}
	e := &explorer{Options: Options{Seed: 1}}
	last := generated{40, program.Style{}}.program(1)
	for needs, want := range map[int]int{0: 1, 3: 4, 20: 40} {
		p, ok := e.withHistory(last, history, func(p program.Program) bool { return len(p.Before) >= needs })
		if !ok || len(p.Before) != want || p.Before[want-1].Number != 39 {
			t.Errorf("%d are needed: %d come before it, %v", needs, len(p.Before), ok)
		}
	}
	if p, ok := e.withHistory(last, history, func(program.Program) bool { return false }); ok || p.Before != nil {
		t.Errorf("%d come before what nothing shows", len(p.Before))
	}
}
