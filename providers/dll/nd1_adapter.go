//go:build windows && (amd64 || arm64)

package dll

import (
	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// An nd1Adapter implements [nd1.Adapter]. Its file carries out the requests of all its
// objects.
type nd1Adapter struct{ nd1Overlapping }

// GetFileHandle implements [nd1.Adapter].
func (a *nd1Adapter) GetFileHandle() nd2.OverlappedFile {
	if now := a.handle(); now.handle != a.file.handle {
		return now
	}
	return a.file
}

func (a *nd1Adapter) handle() *file {
	return &file{instance: a.instance, handle: windows.Handle(a.call(5)), borrowed: true}
}

// Query implements [nd1.Adapter].
func (a *nd1Adapter) Query(version uint32, info *nd1.AdapterInfo, size *uintptr) nd2.Status {
	f := a.frame("Query")
	defer f.end()
	var to uintptr
	if info != nil {
		to = f.room(bytesOf(info), sizeOf(size))
	}
	return a.do(6, uintptr(version), to, ref(f, size))
}

// Control implements [nd1.Adapter].
func (a *nd1Adapter) Control(ioControlCode uint32, in, out []byte, bytesReturned *uintptr,
	o *nd2.Overlapped,
) nd2.Status {
	f := a.frame("Control")
	return a.request(o, f.ender(), func(overlapped uintptr) nd2.Status {
		return a.do(7, uintptr(ioControlCode), f.in(in), uintptr(len(in)), f.room(out, 0), uintptr(len(out)),
			ref(f, bytesReturned), overlapped)
	})
}

// ender returns a function that ends the frame of a request. The request writes to the
// frame until it is over.
func (f *frame) ender() func(over bool) {
	return func(over bool) {
		if over {
			f.end()
			return
		}
		for _, copyOut := range f.after {
			copyOut()
		}
	}
}

// CreateCompletionQueue implements [nd1.Adapter].
func (a *nd1Adapter) CreateCompletionQueue(entries uintptr, out *nd1.CompletionQueue) nd2.Status {
	return createND1(a.frame("CreateCompletionQueue"), a.object, 8, nd1.IIDCompletionQueue, out, entries)
}

// RegisterMemory implements [nd1.Adapter].
func (a *nd1Adapter) RegisterMemory(buffer []byte, o *nd2.Overlapped, mr *nd1.MRHandle) nd2.Status {
	f := a.frame("RegisterMemory")
	return a.request(o, f.ender(), func(overlapped uintptr) nd2.Status {
		return a.do(9, addressOf(buffer), uintptr(len(buffer)), overlapped, ref(f, mr))
	})
}

// DeregisterMemory implements [nd1.Adapter].
func (a *nd1Adapter) DeregisterMemory(mr nd1.MRHandle, o *nd2.Overlapped) nd2.Status {
	return a.request(o, nil, func(overlapped uintptr) nd2.Status { return a.do(10, uintptr(mr), overlapped) })
}

// CreateMemoryWindow implements [nd1.Adapter].
func (a *nd1Adapter) CreateMemoryWindow(invalidateResult *nd1.Result, out *nd1.MemoryWindow) nd2.Status {
	r := a.results.proxyFor(invalidateResult, true)
	s := createND1(a.frame("CreateMemoryWindow"), a.object, 11, nd1.IIDMemoryWindow, out, r)
	if s != nd2.Success {
		a.results.takeBack(r)
	}
	return s
}

// CreateConnector implements [nd1.Adapter].
func (a *nd1Adapter) CreateConnector(out *nd1.Connector) nd2.Status {
	return createND1(a.frame("CreateConnector"), a.object, 12, nd1.IIDConnector, out)
}

// Listen implements [nd1.Adapter].
func (a *nd1Adapter) Listen(backlog uintptr, protocol int32, port uint16, assignedPort *uint16,
	out *nd1.Listen,
) nd2.Status {
	f := a.frame("Listen")
	return createND1(f, a.object, 13, nd1.IIDListen, out, backlog, uintptr(uint32(protocol)), uintptr(port),
		ref(f, assignedPort))
}

// GetConnectionRequest implements [nd1.Listen].
func (l *nd1Listen) GetConnectionRequest(connector nd1.Connector, o *nd2.Overlapped) nd2.Status {
	return l.request(o, nil, func(overlapped uintptr) nd2.Status { return l.do(5, pointerTo(connector), overlapped) })
}
