package command

import (
	"testing"

	"github.com/ndconform/ndconform/internal/ndclient"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/replay"
	"github.com/ndconform/ndconform/workloads"
)

// TestOneThread shows that what several threads and processes have done can be done by one, from a text.
func TestOneThread(t *testing.T) {
	for _, name := range workloads.Names() {
		f := playFlags{provider: "ref", workloads: true, scale: 1}
		from, err := f.source(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		defer from.close()
		open, err := ndclient.Open(f.provider, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		var made replay.Sequence
		lacks := func([]replay.Lack) {}
		result, err := f.played(t.Context(), open, from.tracks, replay.Options{Sequence: &made}, lacks)
		if err != nil || result.Stopped != nil {
			t.Fatalf("%s: %v, %v", name, err, result.Stopped)
		}
		shown, err := f.written(t.Context(), made.Lines(nil), shrinkLimit)
		if err != nil || shown.text != "" {
			t.Errorf("%s shows, as a text of %d calls: %+v, %v", name, result.Calls, shown, err)
		}
	}
}
