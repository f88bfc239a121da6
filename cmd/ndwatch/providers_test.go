//go:build windows && cgo

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ndconform/ndconform/cmd/ndconform/command"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/remote/exec" // the provider behind the wall
	"github.com/ndconform/ndconform/remote/host"
)

// TestMain is the host of a DLL, if it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == host.Command {
		command.Main()
		return
	}
	os.Exit(m.Run())
}

// iidQueue is defined in acme.h.
var iidQueue = nd2.GUID{Data1: 0xac3e0001, Data4: [8]byte{1}}

// An interface that no document defines comes out of a DLL as an object that can be passed on and released;
// from another process it is refused, with no object.
func TestInterfacesBeyondOfProviders(t *testing.T) {
	if *built == "" {
		t.Skip("scripts/test-ndref runs it, with -built")
	}
	beyond := "dll,path=" + filepath.Join(*built, "beyond.dll")
	const noInterface nd2.Status = 0x80004002
	for selector, want := range map[string]nd2.Status{
		beyond:                    nd2.Success,
		"exec,provider=" + beyond: noInterface,
	} {
		t.Run(selector, func(t *testing.T) {
			a, file := adapterOf(t, selector)
			var queue, pair nd2.Unknown
			if s := a.CreateCompletionQueue(iidQueue, file, 4, 0, 0, &queue); s != want || (queue == nil) != s.Failed() {
				t.Fatalf("%v, with %v", s, queue)
			}
			if queue == nil {
				return
			}
			if s := a.CreateQueuePair(nd2.IIDQueuePair, queue, queue, 1, 1, 1, 1, 1, 0, &pair); s != nd2.Success {
				t.Fatal(s)
			}
			pair.Release()
			if left := queue.Release(); left != 0 {
				t.Errorf("%d references are left", left)
			}
		})
	}
}

// adapterOf opens the first adapter of a provider, with a file.
func adapterOf(t *testing.T, selector string) (nd2.Adapter, nd2.OverlappedFile) {
	t.Helper()
	parsed, err := providers.ParseSelector(selector)
	if err != nil {
		t.Fatal(err)
	}
	i, err := parsed.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { i.Close() })
	p := i.ND2()
	list, size := nd2.SocketAddressList{}, uint32(1<<16)
	p.QueryAddressList(&list, &size)
	var id uint64
	if s := p.ResolveAddress(list.Address[0], &id); s != nd2.Success {
		t.Fatal(s)
	}
	var object nd2.Unknown
	if s := p.OpenAdapter(nd2.IIDAdapter, id, &object); s != nd2.Success {
		t.Fatal(s)
	}
	var file nd2.OverlappedFile
	if s := object.(nd2.Adapter).CreateOverlappedFile(&file); s != nd2.Success {
		t.Fatal(s)
	}
	return object.(nd2.Adapter), file
}
