//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// An injector implements [providers.FaultInjector] by three functions that a DLL may
// export; docs/providers/dll.md declares them.
type injector struct{ *instance }

func (l *library) canInject() bool { return l.faults != 0 && l.inject != 0 && l.revert != 0 }

// Faults implements [providers.FaultInjector].
func (i injector) Faults() (kinds []providers.FaultKind) {
	text, _, _ := syscall.SyscallN(i.library.faults)
	if text == 0 {
		return nil
	}
	for kind := range strings.FieldsSeq(windows.BytePtrToString((*byte)(at(text)))) {
		kinds = append(kinds, providers.FaultKind(kind))
	}
	return kinds
}

// Inject implements [providers.FaultInjector].
func (i injector) Inject(fault providers.Fault) (undo func(), err error) {
	if !slices.Contains(i.Faults(), fault.Kind) {
		return nil, fmt.Errorf("the DLL does not know the fault %s", fault.Kind)
	}
	var number uint64
	f := newFrame("NdconformInject")
	r, _, _ := syscall.SyscallN(i.library.inject, uintptr(fault.Adapter), f.text(string(fault.Kind)), f.text(fault.Call),
		f.text(fault.Request), ref(f, &number))
	f.end()
	if s := nd2.Status(uint32(r)); s != nd2.Success {
		return nil, errors.New("NdconformInject returned " + s.String())
	}
	return sync.OnceFunc(func() {
		r, _, _ := syscall.SyscallN(i.library.revert, uintptr(number))
		if s := nd2.Status(uint32(r)); s != nd2.Success {
			panic("NdconformUndo returned " + s.String())
		}
	}), nil
}

// text returns a zero-terminated string, or NULL for an empty one.
func (f *frame) text(s string) uintptr {
	if s == "" {
		return 0
	}
	return f.in(append([]byte(s), 0))
}
