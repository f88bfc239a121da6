package remote_test

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/program"
)

// TestExplore carries out generated programs of two client threads on the far side: they end
// well, and ask nothing of released objects, which an agent would refuse.
func TestExplore(t *testing.T) {
	at := paired(t)
	begin, err := drive.Open("remote,address="+at.At+",keys="+at.Keys, "")
	if err != nil {
		t.Fatal(err)
	}
	ends, err := begin()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := ends.Close(); err != nil {
			t.Error(err)
		}
	}()
	steps := 0
	for number := range 3 {
		p := program.Generate(1, number, program.Style{Lanes: 2})
		p.Steps = p.Steps[:min(len(p.Steps), 100)]
		out, err := drive.Run(t.Context(), ends, p, drive.Options{Limit: time.Minute})
		if err != nil || out.Violation != nil {
			t.Fatal(out.Violation, err)
		}
		steps += out.Steps
	}
	if steps == 0 {
		t.Error("nothing was carried out")
	}
}
