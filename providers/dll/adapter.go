//go:build windows && (amd64 || arm64)

package dll

import (
	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

// CreateOverlappedFile implements [nd2.Adapter].
func (a *adapter) CreateOverlappedFile(out *nd2.OverlappedFile) nd2.Status {
	f := a.frame("CreateOverlappedFile")
	var handle uintptr
	var to uintptr
	if out != nil {
		to = ref(f, &handle)
	}
	s := a.do(3, to)
	f.end()
	if s == nd2.Success && out != nil {
		*out = a.newFile(windows.Handle(handle))
	}
	return s
}

// own returns the file behind of, or nil if it is no file of a DLL's.
func own(of nd2.OverlappedFile) *file {
	f, _ := of.(*file)
	return f
}
