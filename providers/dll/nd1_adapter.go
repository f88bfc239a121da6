//go:build windows && (amd64 || arm64)

package dll

import (
	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

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

// CreateMemoryWindow implements [nd1.Adapter].
func (a *nd1Adapter) CreateMemoryWindow(invalidateResult *nd1.Result, out *nd1.MemoryWindow) nd2.Status {
	r := a.results.proxyFor(invalidateResult, true)
	s := createND1(a.frame("CreateMemoryWindow"), a.object, 11, nd1.IIDMemoryWindow, out, r)
	if s != nd2.Success {
		a.results.takeBack(r)
	}
	return s
}
