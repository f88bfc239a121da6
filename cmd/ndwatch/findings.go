//go:build windows && cgo

package main

// void ndwatch_at_exit(void);
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/cmd/internal/comdll"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/watch/layer"
)

var debugBreak = windows.NewLazySystemDLL("kernel32.dll").NewProc("DebugBreak")

// broken breaks into the debugger at the first finding, if that is wanted.
var broken = sync.OnceFunc(func() {
	if os.Getenv(layer.VariableBreak) != "" {
		_, _, _ = debugBreak.Call()
	}
})

// watching is the layer of the process.
var watching = sync.OnceValue(func() *layer.Layer {
	C.ndwatch_at_exit()
	o := layer.FromEnvironment()
	o.Code = func(*calls.Call) uintptr { return comdll.Caller() }
	o.Place, o.Thread = placeOf, windows.GetCurrentThreadId
	o.Found = func(judge.Finding) { broken() }
	l, err := layer.New(o)
	if err != nil { // the program goes on
		fmt.Fprintf(os.Stderr, "ndwatch.dll: %s: %v\n", layer.VariableFindings, err)
		o.Findings = ""
		l, _ = layer.New(o)
	}
	return l
})

// ndwatchEnd is called when the program exits: what it has not released is leaked.
//
//export ndwatchEnd
func ndwatchEnd() { ended() }

var ended = sync.OnceFunc(func() {
	comdll.CloseFiles() // the layer does not see a handle being closed
	watching().End()
})

// placeOf names a place in code: the module, and how far from its beginning. It is empty for what is in none.
func placeOf(code uintptr) string {
	module := moduleAt(code)
	if module == 0 {
		return ""
	}
	return fmt.Sprintf("%s+%#x", filepath.Base(nameOf(module)), code-uintptr(module))
}

// moduleAt returns the module that an address is in, or 0.
func moduleAt(address uintptr) (module windows.Handle) {
	const unchanged, fromAddress = windows.GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
		windows.GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS
	if address == 0 ||
		windows.GetModuleHandleEx(unchanged|fromAddress, (*uint16)(unsafe.Pointer(address)), &module) != nil {
		return 0
	}
	return module
}

// nameOf returns the path of a module's file.
func nameOf(module windows.Handle) string {
	name := make([]uint16, windows.MAX_LONG_PATH)
	n, err := windows.GetModuleFileName(module, &name[0], uint32(len(name)))
	if err != nil {
		return ""
	}
	return windows.UTF16ToString(name[:n])
}
