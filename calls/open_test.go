package calls_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref" // what is wrapped
)

// open opens a provider, closed when the test ends.
func open(t *testing.T, selector string, hooks calls.Hooks) providers.Instance {
	t.Helper()
	instance, err := calls.Open(selector, hooks)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { instance.Close() })
	return instance
}

// openAdapter opens the first adapter of a provider.
func openAdapter(t *testing.T, p nd2.Provider) nd2.Adapter {
	t.Helper()
	var list nd2.SocketAddressList
	var id uint64
	var out nd2.Unknown
	size := uint32(1 << 16)
	check(t, p.QueryAddressList(&list, &size))
	check(t, p.ResolveAddress(list.Address[0], &id))
	check(t, p.OpenAdapter(nd2.IIDAdapter, id, &out))
	return out.(nd2.Adapter)
}

func check(t *testing.T, s nd2.Status) {
	t.Helper()
	if s != nd2.Success {
		t.Fatal(s)
	}
}

// flushOne posts a Receive with a context, flushes it, and returns the results.
func flushOne(t *testing.T, a nd2.Adapter, context uintptr) []nd2.Result {
	t.Helper()
	results := make([]nd2.Result, 4)
	return results[:flushed(t, a, context).GetResults(results)]
}

// flushed posts Receives with contexts, flushes them, and returns their queue.
func flushed(t *testing.T, a nd2.Adapter, contexts ...uintptr) nd2.CompletionQueue {
	t.Helper()
	var file nd2.OverlappedFile
	var cq, qp nd2.Unknown
	check(t, a.CreateOverlappedFile(&file))
	check(t, a.CreateCompletionQueue(nd2.IIDCompletionQueue, file, 8, 0, 0, &cq))
	check(t, a.CreateQueuePair(nd2.IIDQueuePair, cq, cq, 0, 4, 4, 1, 1, 0, &qp))
	for _, context := range contexts {
		check(t, qp.(nd2.QueuePair).Receive(context, nil))
	}
	check(t, qp.(nd2.QueuePair).Flush())
	return cq.(nd2.CompletionQueue)
}

func TestCallsAndResultsPassTheHooks(t *testing.T) {
	var methods []string
	hooks := calls.Hooks{
		Call: func(c *calls.Call) nd2.Status {
			methods = append(methods, c.Method)
			return c.Proceed()
		},
		Results: calls.Each(func(o *calls.Outcome) {
			if o.Of == nil || o.Of.Method != calls.QPReceive || o.On == nil {
				t.Errorf("a result is told of neither its request nor its queue pair: %+v", o)
			}
			o.BytesTransferred = 17
		}),
		Early: true,
	}
	instance := open(t, "ref", hooks)
	results := flushOne(t, openAdapter(t, instance.ND2()), 42)
	if len(results) != 1 || results[0].RequestContext != 42 || results[0].Status != nd2.Canceled ||
		results[0].BytesTransferred != 17 {
		t.Errorf("the client has %+v, want one result as it was changed", results)
	}
	for _, method := range []string{
		calls.ProviderOpenAdapter, calls.AdapterCreateQueuePair, calls.QPFlush,
		calls.CQGetResults,
	} {
		if !slices.Contains(methods, method) {
			t.Errorf("%s does not pass the hooks", method)
		}
	}
}

// A layer that changes results takes all from the provider, and so tells itself of those that a client has left.
func TestNotifyTellsOfWhatTheLayerHolds(t *testing.T) {
	adapter := openAdapter(t, open(t, "ref", calls.Hooks{
		Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome { return fresh }, Early: true,
	}).ND2())
	queue := flushed(t, adapter, 1, 2)
	if n := queue.GetResults(make([]nd2.Result, 1)); n != 1 {
		t.Fatalf("%d results", n)
	}
	for _, want := range []nd2.Status{nd2.Success, nd2.Pending} { // which it tells of once
		if s := queue.Notify(nd2.NotifyAny, new(nd2.Overlapped)); s != want {
			t.Errorf("Notify returns %v, want %v", s, want)
		}
	}
	check(t, queue.CancelOverlappedRequests())
}

func TestTheFirstProviderIsExemptUnlessEarly(t *testing.T) {
	for _, early := range []bool{false, true} {
		refusing := calls.Hooks{Early: early, Call: calls.At(calls.AdapterQuery, func(*calls.Call) nd2.Status {
			return nd2.Unsuccessful
		})}
		instance := open(t, "ref", refusing)
		for _, first := range []bool{true, false} {
			size := uint32(nd2.AdapterInfoSize)
			s := openAdapter(t, instance.ND2()).Query(&nd2.AdapterInfo{InfoVersion: nd2.Version2}, &size)
			if exempt := first && !early; (s == nd2.Success) != exempt {
				t.Errorf("early %t, first provider %t: Query returns %v", early, first, s)
			}
		}
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	for _, selector := range []string{"nowhere", "ref,nothing=1"} {
		if _, err := calls.Open(selector, calls.Hooks{}); err == nil {
			t.Errorf("%s can be opened", selector)
		}
	}
}

func TestRegisteredProvidersTakeTheEnginesOptions(t *testing.T) {
	opened := 0
	calls.Register("registered", "ref", "which `VARIANT`", func(id string) (calls.Variant, error) {
		if id != "two" {
			return calls.Variant{}, errors.New("unknown variant")
		}
		hooks := func() calls.Hooks {
			opened++
			return calls.Hooks{}
		}
		return calls.Variant{Options: "adapters=2,basic-adapters=0", Hooks: hooks}, nil
	})
	for selector, adapters := range map[string]int{
		"registered": 0, "registered,id=none": 0, "registered,id=two": 2,
		"registered,id=two,adapters=3": 3, "registered,adapters=3,id=two": 3,
	} {
		parsed, err := providers.ParseSelector(selector)
		if err != nil {
			t.Fatal(err)
		}
		instance, err := parsed.Open()
		if err != nil {
			t.Fatal(err)
		}
		if got := countAdapters(t, instance.ND2()); adapters != 0 && got != adapters {
			t.Errorf("%s has %d adapters, want %d", selector, got, adapters)
		}
		if says := strings.HasSuffix(instance.Version(), " two"); says != strings.Contains(selector, "two") {
			t.Errorf("%s is of version %q", selector, instance.Version())
		}
		instance.Close()
	}
	if opened != 3 {
		t.Errorf("hooks are made %d times, want once for each instance that has them: 3", opened)
	}
	for _, selector := range []string{"registered,id=three", "registered,adapters=x", "registered,nothing=1"} {
		if _, err := providers.ParseSelector(selector); err == nil {
			t.Errorf("%s is accepted", selector)
		}
	}
}

func countAdapters(t *testing.T, p nd2.Provider) int {
	t.Helper()
	var list nd2.SocketAddressList
	size := uint32(1 << 16)
	check(t, p.QueryAddressList(&list, &size))
	ids := map[uint64]bool{}
	for _, a := range list.Address {
		var id uint64
		check(t, p.ResolveAddress(a, &id))
		ids[id] = true
	}
	return len(ids)
}

// TestUnwatched shows that an object returned twice has two transparent wrappers around one object;
// other layers' wrappers are the client's objects.
func TestUnwatched(t *testing.T) {
	instance := open(t, "ref,habits=one-object", calls.Hooks{Call: (*calls.Call).Proceed})
	proceed := func(c *calls.Call) nd2.Status { return c.Proceed() }
	watched := calls.Watch(calls.Watch(instance.ND2(), proceed), proceed)
	first, second := openAdapter(t, watched), openAdapter(t, watched)
	defer first.Release()
	defer second.Release()
	if first == second || calls.Unwatched(first) != calls.Unwatched(second) {
		t.Errorf("%p and %p are of %p and %p", first, second, calls.Unwatched(first), calls.Unwatched(second))
	}
	if calls.Unwrap(calls.Unwatched(first)) == calls.Unwatched(first) {
		t.Error("the wrapper of a layer that does not only watch is taken off")
	}
}
