package drive

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/selftest/legal"
)

// counted counts what an instance's memory is asked for.
type counted struct {
	providers.Instance
	out int
}

func (c *counted) Allocate(size int) ([]byte, error) {
	c.out++
	return pool.Get(size)
}

func (c *counted) Free(b []byte) {
	c.out--
	pool.Put(b)
}

// Of a program that lacks resources at its beginning nothing is left.
func TestMemoryIsGivenBack(t *testing.T) {
	open, err := Open("legal,id=few-objects", "")
	if err != nil {
		t.Fatal(err)
	}
	unable := 0
	for seed := range uint64(40) {
		ends, err := open()
		if err != nil {
			t.Fatal(err)
		}
		c := &counted{Instance: ends.End[0].Instance}
		ends.End[0].Instance, ends.End[1].Instance = c, c
		out, err := Run(t.Context(), ends, program.Generate(seed, 0, program.Style{}), Options{Limit: 10 * time.Second})
		if err != nil || out.Violation != nil {
			t.Fatal(out.Violation, err)
		}
		if out.Steps == 0 {
			unable++
		}
		if c.out != 0 {
			t.Errorf("program %d: %d pieces of memory are not given back", seed, c.out)
		}
		if err := ends.Close(); err != nil {
			t.Error(err)
		}
	}
	if unable == 0 {
		t.Error("every program had what it begins with")
	}
}
