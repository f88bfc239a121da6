package program

import (
	"bytes"
	"reflect"
	"testing"
)

var style = Style{Lanes: 3, Favor: []Op{Drop, Watch}}

func TestGeneratedProgramsCanBeReadAndMadeAgain(t *testing.T) {
	for number := range 60 {
		p := Generate(7, number, style)
		if again := Generate(7, number, style); !reflect.DeepEqual(p, again) {
			t.Fatalf("program %d differs the second time", number)
		}
		if got, err := Parse(bytes.NewReader(p.Text())); err != nil || !reflect.DeepEqual(got, p) {
			t.Fatalf("program %d: %v", number, err)
		}
	}
	if reflect.DeepEqual(Generate(7, 0, style), Generate(8, 0, style)) {
		t.Error("two seeds have the same program")
	}
}

// Every operation comes in some program.
func TestEveryOperationIsGenerated(t *testing.T) {
	seen := map[Op]bool{}
	for number := range 100 {
		for _, s := range Generate(1, number, style).Steps {
			seen[s.Op] = true
		}
	}
	for _, op := range Ops() {
		if !seen[op] {
			t.Errorf("no program has %s", op)
		}
	}
}
