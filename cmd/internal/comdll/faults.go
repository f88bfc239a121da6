//go:build windows && cgo

package comdll

// #include <stdint.h>
// #include <stdlib.h>
import "C"

import (
	"strings"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// undos holds, by number, the functions that end the faults in effect.
var undos struct {
	mu   sync.Mutex
	last uint64
	of   map[uint64]func()
}

// NdconformFaults lists the kinds of faults that can be injected, separated by spaces.
// docs/providers/dll.md declares this and the other two functions for all DLLs.
//
//export NdconformFaults
func NdconformFaults() *C.char { return faultList() }

var faultList = sync.OnceValue(func() *C.char {
	i, s := opened()
	if s != nd2.Success {
		return nil
	}
	var names []string
	if injector, ok := i.(providers.FaultInjector); ok {
		for _, kind := range injector.Faults() {
			names = append(names, string(kind))
		}
	}
	return C.CString(strings.Join(names, " "))
})

// NdconformInject puts a fault into effect and returns its number.
//
//export NdconformInject
func NdconformInject(adapter C.uint64_t, kind, method, request *C.char, number *C.uint64_t) C.uint32_t {
	i, s := opened()
	if s != nd2.Success {
		return C.uint32_t(s)
	}
	injector, ok := i.(providers.FaultInjector)
	if !ok {
		return C.uint32_t(nd2.NotSupported)
	}
	undo, err := injector.Inject(providers.Fault{
		Kind:    providers.FaultKind(C.GoString(kind)),
		Adapter: uint64(adapter), Call: C.GoString(method), Request: C.GoString(request),
	})
	if err != nil {
		return C.uint32_t(nd2.NotSupported)
	}
	undos.mu.Lock()
	defer undos.mu.Unlock()
	if undos.of == nil {
		undos.of = map[uint64]func(){}
	}
	undos.last++
	undos.of[undos.last] = undo
	*number = C.uint64_t(undos.last)
	return C.uint32_t(nd2.Success)
}

// NdconformUndo ends a fault.
//
//export NdconformUndo
func NdconformUndo(number C.uint64_t) C.uint32_t {
	undos.mu.Lock()
	undo := undos.of[uint64(number)]
	delete(undos.of, uint64(number))
	undos.mu.Unlock()
	if undo == nil {
		return C.uint32_t(nd2.InvalidParameter)
	}
	undo()
	return C.uint32_t(nd2.Success)
}
