package client

import (
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// TestFilesAreForgotten shows that a client keeps few closed files, and only their ports.
func TestFilesAreForgotten(t *testing.T) {
	_, s := forgetting(nd2.Success)
	for n := range uint64(many) {
		file := s.object(1+n, wire.IsOverlappedFile, 0).(*overlappedFile)
		file.BindCompletionPort(silentPort{}, 0)
		file.Close()
	}
	if len(s.objects) != mostOver || len(s.ports) != mostOver {
		t.Errorf("%d files are kept, and %d ports, and not %d", len(s.objects), len(s.ports), mostOver)
	}
	if s.objects[many] == nil {
		t.Error("the file that was closed last is forgotten")
	}
}

// TestLentFileGoesWithAdapter shows that the file of a v1 adapter is kept as long as the adapter.
func TestLentFileGoesWithAdapter(t *testing.T) {
	_, s := forgetting(nd2.Success)
	a := s.object(1, wire.IsND1Adapter, 0).(*nd1Adapter)
	file := s.object(2, wire.IsOverlappedFile, 0).(*overlappedFile)
	a.file, file.lent = file.number, true
	file.BindCompletionPort(silentPort{}, 0)
	for range many {
		file.Close()
	}
	if s.objects[2] == nil {
		t.Error("the adapter's own file is forgotten")
	}
	a.Release()
	if len(s.objects)+len(s.ports) > 0 {
		t.Errorf("%d objects and %d ports are kept", len(s.objects), len(s.ports))
	}
}

// TestResultsAreForgotten shows that a client keeps few of the results that were refused, or whose endpoint or
// window is gone, and no object keeps them.
func TestResultsAreForgotten(t *testing.T) {
	f, s := forgetting(nd2.Success)
	alive, kept := s.object(1, wire.IsND1Endpoint, 0).(*nd1Endpoint), &nd1.Result{}
	alive.Receive(kept, nil)
	for n := range uint64(many) {
		e := s.object(2, wire.IsND1Endpoint, 0).(*nd1Endpoint)
		if n%2 == 0 {
			e.Receive(&nd1.Result{}, nil)
			e.Release()
			continue
		}
		f.status = nd2.InvalidParameter
		e.Receive(&nd1.Result{}, nil)
		f.status = nd2.Success
	}
	if has := len(s.results.by); has != mostOver+1 || len(s.holders) != 1 || len(alive.holds) != 1 {
		t.Errorf("%d results are known, and %d are held, %d by the endpoint", has, len(s.holders), len(alive.holds))
	}
	if s.results.numbers[kept] == 0 {
		t.Error("a result that is not handed back yet is forgotten")
	}
}

// TestFunctionsAreForgotten shows that a client keeps few of the functions that are over, and all others.
func TestFunctionsAreForgotten(t *testing.T) {
	_, s := forgetting(nd2.Success)
	pd := s.object(1, wire.IsNDKPD, 1).(*ndkPD)
	c := pd.begin(wire.NDKPDCreateMr)
	c.calling(func(uintptr) {}, false)
	again := c.last
	for range many {
		c := pd.begin(wire.NDKObjectClose)
		c.calling(func(uintptr) {}, true)
		returns[ndk.Status](c.make())
	}
	if has := len(s.functions); has != mostOver+1 || s.functions[again].call == nil {
		t.Errorf("%d functions are kept", has)
	}
	f := s.last
	s.callbacks++
	s.callBack(wire.Callback{Function: f}, s.functions[f].call)
	if len(s.functions) != mostOver {
		t.Errorf("%d functions are kept after one was called", len(s.functions))
	}
}
