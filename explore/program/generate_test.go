package program

import (
	"bytes"
	"reflect"
	"testing"
)

func TestGeneratedProgramsCanBeReadAndMadeAgain(t *testing.T) {
	for number := range 60 {
		lanes := 1 + number%3
		p := Generate(7, number, lanes)
		if again := Generate(7, number, lanes); !reflect.DeepEqual(p, again) {
			t.Fatalf("program %d differs the second time", number)
		}
		if got, err := Parse(bytes.NewReader(p.Text())); err != nil || !reflect.DeepEqual(got, p) {
			t.Fatalf("program %d: %v", number, err)
		}
	}
	if reflect.DeepEqual(Generate(7, 0, 1), Generate(8, 0, 1)) {
		t.Error("two seeds have the same program")
	}
}

// Every operation comes in some program, but for barriers, which only lanes need.
func TestEveryOperationIsGenerated(t *testing.T) {
	seen := map[Op]bool{Barrier: true}
	for number := range 100 {
		for _, s := range Generate(1, number, 1).Steps {
			seen[s.Op] = true
		}
	}
	for _, op := range Ops() {
		if !seen[op] {
			t.Errorf("no program has %s", op)
		}
	}
}
