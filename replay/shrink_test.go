package replay

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls/recorded"
)

// What needs a line goes with it, and the ends of requests stay those of the same ones.
func TestShrink(t *testing.T) {
	lines, err := recorded.Parse(strings.NewReader(`adapter1 = provider1.OpenAdapter(local)
cq1 = adapter1.CreateCompletionQueue(depth 4)
cq2 = adapter1.CreateCompletionQueue(depth 4)
cq1.Notify(ND_CQ_NOTIFY_ANY)
cq2.Notify(ND_CQ_NOTIFY_ANY)
cq1.Resize(depth 8)
cq2.CancelOverlappedRequests()
event of cq1.Notify
event of cq2.Notify`))
	if err != nil {
		t.Fatal(err)
	}
	tries := 0
	short := Shrink(t.Context(), lines, func(lines []recorded.Line) bool {
		tries++
		return slices.ContainsFunc(lines, func(line recorded.Line) bool {
			return line.Request != "" && line.On == "cq2" && lines[line.Of].On == "cq2"
		})
	})
	var got []string
	for _, line := range short {
		got = append(got, line.String())
	}
	want := []string{
		"adapter1 = provider1.OpenAdapter(local)", "cq2 = adapter1.CreateCompletionQueue(depth 4)",
		"cq2.Notify(ND_CQ_NOTIFY_ANY)", "event of cq2.Notify",
	}
	if !slices.Equal(got, want) || tries > 40 {
		t.Errorf("after %d tries: %q", tries, got)
	}
}
