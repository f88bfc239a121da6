//go:build windows && cgo

package main

import "C"

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/cmd/internal/comdll"
	"github.com/ndconform/ndconform/watch"
)

var debugBreak = windows.NewLazySystemDLL("kernel32.dll").NewProc("DebugBreak")

// findings is where findings go.
var findings = sync.OnceValue(func() *os.File {
	path := os.Getenv("NDWATCH_FINDINGS")
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		fmt.Fprintln(os.Stderr, "ndwatch.dll: NDWATCH_FINDINGS:", err)
	}
	return file
})

// report is called with what is found, in the call that shows it.
func report(f watch.Finding) {
	f.Caller = placeOf(comdll.Caller())
	file := findings()
	if file == nil {
		fmt.Fprintln(os.Stderr, f)
	} else if line, err := json.Marshal(f); err != nil {
		fmt.Fprintln(os.Stderr, "ndwatch.dll:", err)
	} else if _, err := file.Write(append(line, '\n')); err != nil {
		fmt.Fprintln(os.Stderr, "ndwatch.dll: NDWATCH_FINDINGS:", err)
	}
	if os.Getenv("NDWATCH_BREAK") != "" {
		_, _, _ = debugBreak.Call()
	}
}

// ndwatchEnd is called when the program exits: what it has not released is leaked.
//
//export ndwatchEnd
func ndwatchEnd() { ended() }

var ended = sync.OnceFunc(func() {
	comdll.Sweep() // the layer does not see a handle being closed
	checker().End()
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
