package exec

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// children are the living processes that this one has started.
func children(t *testing.T) (list []int) {
	t.Helper()
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range tasks {
		text, _ := os.ReadFile(path) // of a thread that may have ended
		for _, word := range strings.Fields(string(text)) {
			pid := 0
			if _, err := fmt.Sscan(word, &pid); err != nil {
				t.Fatal(err)
			}
			if stat, err := os.ReadFile(procPath(pid, "stat")); err != nil || strings.Contains(string(stat), ") Z ") {
				continue
			}
			list = append(list, pid)
		}
	}
	return list
}

func count(t *testing.T, folder string) int {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// holdings notes what this process holds. The returned function lists what it holds beyond that: descriptors, also of
// shared memory, and child processes.
func holdings(t *testing.T) (nothingLeft func()) {
	t.Helper()
	files := count(t, "/proc/self/fd")
	return func() {
		t.Helper()
		if now := count(t, "/proc/self/fd"); now > files {
			t.Errorf("%d descriptors, and %d before", now, files)
		}
		child.KillOrphans() // hosts of clients that were killed are this process's now, if a test before has started hosts
		if left := children(t); len(left) > 0 {
			t.Errorf("the processes %v are left", left)
		}
	}
}

// TestNothingIsLeft shows that 50 hosts, or 9 in short, one after the other, leave neither processes nor descriptors
// behind, however they end.
func TestNothingIsLeft(t *testing.T) {
	round := func(n int) {
		t.Setenv(hostVariable, "")
		switch n % 3 {
		case 0:
			t.Setenv(hostVariable, "another release")
		case 1:
			t.Setenv(pipesVariable, "")
		case 2:
			t.Setenv(pipesVariable, "yes")
		}
		i, err := opened()
		if (err == nil) != (n%3 != 0) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		b, err := i.(providers.Memory).Allocate(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		i.(providers.Memory).Free(b)
		i.ND2().Release()
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	}
	round(1) // which opens what the runtime keeps
	nothingLeft := holdings(t)
	resident, _ := child.Resident(os.Getpid())
	hosts := 50
	if testing.Short() {
		hosts = 9
	}
	for n := range hosts {
		round(n)
	}
	nothingLeft()
	if now, _ := child.Resident(os.Getpid()); now > resident+32<<20 {
		t.Errorf("%d bytes are resident, and %d were before", now, resident)
	}
}

const (
	// settled is after how many registrations a host has stopped growing, registrations how many follow.
	settled       = 20_000
	registrations = 40_000
	// growthMost is less than what they would take if each left 200 bytes.
	growthMost = 4 << 20
)

// TestHostStaysSmall shows that a host keeps nothing of ended objects while others live on.
func TestHostStaysSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a quarter of a million calls")
	}
	t.Setenv(hostVariable, "")
	i, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	adapter, file, b := adapterOf(t, i)
	holds := i.(providers.Memory).Usage
	for range settled {
		register(t, adapter, file, b)
	}
	before, _ := holds()
	for range registrations {
		register(t, adapter, file, b)
	}
	after, _ := holds()
	t.Logf("the host has %d KiB after %d registrations, and %d KiB after %d more", before>>10, settled, after>>10,
		registrations)
	if after > before+growthMost {
		t.Error("it has grown")
	}
}

// TestUsage shows that the host says what it holds: a leak there is not seen here.
func TestUsage(t *testing.T) {
	t.Setenv(hostVariable, "")
	i, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	const objects, each = 20_000, 100 // and bytes, at least
	theirs := i.(providers.Memory)
	a, file, _ := adapterOf(t, i)
	before, handles := theirs.Usage()
	if handles == 0 || before < 1<<20 {
		t.Errorf("a host of %d bytes and %d handles", before, handles)
	}
	for range objects {
		var object nd2.Unknown
		if s := a.CreateMemoryRegion(nd2.IIDMemoryRegion, file, &object); s != nd2.Success {
			t.Fatal(s)
		}
	}
	if after, _ := theirs.Usage(); after < before+objects*each {
		t.Errorf("%d bytes of a host that had %d, and has %d more objects", after, before, objects)
	}
}

// adapterOf opens the first adapter, a file, and memory.
func adapterOf(t *testing.T, i providers.Instance) (a nd2.Adapter, file nd2.OverlappedFile, b []byte) {
	t.Helper()
	p := i.ND2()
	size := uint32(1 << 16)
	list := &nd2.SocketAddressList{}
	id := uint64(0)
	if s := p.QueryAddressList(list, &size); s != nd2.Success || len(list.Address) == 0 {
		t.Fatal(s)
	}
	if s := p.ResolveAddress(list.Address[0], &id); s != nd2.Success {
		t.Fatal(s)
	}
	var object nd2.Unknown
	if s := p.OpenAdapter(nd2.IIDAdapter, id, &object); s != nd2.Success {
		t.Fatal(s)
	}
	a = object.(nd2.Adapter)
	if s := a.CreateOverlappedFile(&file); s != nd2.Success {
		t.Fatal(s)
	}
	b, err := i.(providers.Memory).Allocate(4096)
	if err != nil {
		t.Fatal(err)
	}
	return a, file, b
}

// register registers memory, and deregisters it.
func register(t *testing.T, a nd2.Adapter, file nd2.OverlappedFile, b []byte) {
	t.Helper()
	var object nd2.Unknown
	if s := a.CreateMemoryRegion(nd2.IIDMemoryRegion, file, &object); s != nd2.Success {
		t.Fatal(s)
	}
	mr := object.(nd2.MemoryRegion)
	for _, call := range []func(*nd2.Overlapped) nd2.Status{
		func(o *nd2.Overlapped) nd2.Status { return mr.Register(b, nd2.AllowLocalWrite, o) }, mr.Deregister,
	} {
		o := &nd2.Overlapped{}
		s := call(o)
		for s == nd2.Pending {
			s = mr.GetOverlappedResult(o, false)
		}
		if s != nd2.Success {
			t.Fatal(s)
		}
	}
	mr.Release()
}
