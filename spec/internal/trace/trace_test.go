package trace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

type fakeQueue struct {
	nd2.CompletionQueue
	results uint32
}

func (fakeQueue) Release() uint32                          { return 0 }
func (fakeQueue) Resize(uint32) nd2.Status                 { return nd2.NotSupported }
func (q fakeQueue) GetResults(results []nd2.Result) uint32 { return q.results }

func TestCallsAreRemembered(t *testing.T) {
	var r Recorder
	object := nd2.Unknown(fakeQueue{results: 1})
	r.wrap(&object)
	queue := object.(nd2.CompletionQueue)
	queue.Resize(3)
	queue.GetResults(make([]nd2.Result, 2))
	want := "CompletionQueue1.Resize(3) = ND_NOT_SUPPORTED\nCompletionQueue1.GetResults() = [Receive ND_SUCCESS context 0]\n"
	if got := r.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if _, ok := Unwrap(queue).(fakeQueue); !ok {
		t.Errorf("Unwrap gives a %T", Unwrap(queue))
	}
}

func TestOnlyTheLatestCallsAreKept(t *testing.T) {
	var r Recorder
	for i := range kept + 3 {
		r.note("Object", fmt.Sprint("Call", i), nil)
	}
	lines := strings.Split(strings.TrimSpace(r.String()), "\n")
	if len(lines) != kept+1 || lines[0] != "… 3 earlier calls" || lines[1] != "Object.Call3()" || lines[kept] != fmt.Sprintf("Object.Call%d()", kept+2) {
		t.Errorf("%d lines: %q … %q", len(lines), lines[0], lines[len(lines)-1])
	}
}

func TestMoreResultsThanAskedForIsGarbage(t *testing.T) {
	var r Recorder
	object := nd2.Unknown(fakeQueue{results: 5})
	r.wrap(&object)
	if n := object.(nd2.CompletionQueue).GetResults(make([]nd2.Result, 2)); n != 2 {
		t.Errorf("%d results are passed on", n)
	}
	if g := r.Garbage(); len(g) != 1 || !strings.Contains(g[0], "returned 5 for an array of 2") {
		t.Error(g)
	}
}
