package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/selftest/halfwritten"
)

// next are the methods to choose from at each stage: one of them is to be written next.
var next = map[string][]string{
	"open":   {"IND2Adapter::CreateOverlappedFile"},
	"queues": {"IND2Adapter::CreateMemoryRegion"},
	"memory": {"IND2QueuePair::Flush", "IND2QueuePair::Receive", "IND2QueuePair::Send"},
	"data":   {"IND2Connector::NotifyDisconnect", "IND2SharedReceiveQueue::Notify"},
}

// tried are the stages and styles that are tried each time.
var tried = []string{"open/success", "queues/not-supported", "data/not-implemented", "data/success"}

// TestHalfWritten shows that the first cause of a run on a provider that somebody still writes is the
// method to write next, whatever stubs do, and that what is printed fits on a screen.
func TestHalfWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the suite")
	}
	t.Parallel()
	for _, stage := range halfwritten.Stages() {
		for _, style := range halfwritten.Styles() {
			name := stage + "/" + style
			if next[stage] == nil || !*everyBroken && !slices.Contains(tried, name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				provider := "halfwritten,stage=" + stage + ",style=" + style
				run, _ := runOn(t, provider) // the report tells
				if len(run.Causes) == 0 || !slices.Contains(next[stage], run.Causes[0].Method) {
					t.Errorf("the first of %d causes is not %v: %+v", len(run.Causes), next[stage],
						run.Causes[:min(1, len(run.Causes))])
				}
				t.Logf("%.0f s", run.Seconds)
			})
		}
	}
}

// TestHalfWrittenFitsOnAScreen shows what is printed, on standard error too.
func TestHalfWrittenFitsOnAScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the suite")
	}
	// it exits with 1
	out, _ := exec.Command("ndconform", "--provider=halfwritten,stage=queues,style=not-supported",
		"--seed=1").CombinedOutput()
	text := string(out)
	for _, want := range []string{
		": not conformant: ",
		"cause    IND2Adapter::CreateMemoryRegion returns ND_NOT_SUPPORTED\n", "\n  repeat   ndconform ", "\nthe rest: ",
		": not conformant\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not printed", want)
		}
	}
	if lines := strings.Count(text, "\n"); lines > 40 || t.Failed() {
		t.Errorf("%d lines:\n%s", lines, text)
	}
}

// TestWholeProvider shows that the engine conforms at the last stage.
func TestWholeProvider(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the suite")
	}
	if run, err := runOn(t, "halfwritten,stage=notifications"); err != nil || !run.Conformant() {
		t.Errorf("%v: %d causes, the first %s: %s", err, len(run.Causes), run.Causes[0].Spec, run.Causes[0].Says)
	}
}
