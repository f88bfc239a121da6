//go:build windows && cgo

package comdll

// #cgo LDFLAGS: -lntdll
// #include "bridge.h"
import "C"

import (
	"fmt"
	"os"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// A DLL is what this package's exports serve.
type DLL struct {
	// Name is what its messages begin with.
	Name string
	// Open opens the provider, for the first object that a client asks for. The provider lives as long as
	// the process, since a DLL in Go can't be unloaded.
	Open func() (providers.Instance, error)
	// Wrap, unless it is nil, is given each IND2Provider, and returns what the client gets instead.
	Wrap func(nd2.Provider) nd2.Provider
	// Instead, unless it is nil, may answer DllGetClassObject itself; all are addresses. It returns an HRESULT.
	Instead func(class, iid, out uintptr) (result uint32, done bool)
}

var served DLL

// Serve says which DLL this is. An init function of package main calls it.
func Serve(d DLL) { served = d }

var instance = sync.OnceValues(func() (providers.Instance, error) { return served.Open() })

// opened returns the instance, or the status of a failure, which is also printed to
// standard error.
func opened() (providers.Instance, nd2.Status) {
	i, err := instance()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", served.Name, err)
		return nil, nd2.DeviceNotReady
	}
	return i, nd2.Success
}

// newObject makes the object that clients get for an interface id: a provider.
func newObject(iid nd2.GUID) (u nd2.Unknown, k *kind, s nd2.Status) {
	i, s := opened()
	if s != nd2.Success {
		return nil, nil, s
	}
	switch iid {
	case nd2.IIDProvider:
		p := i.ND2()
		if served.Wrap != nil {
			p = served.Wrap(p)
		}
		return p, kinds.provider, nd2.Success
	case nd1.IIDProvider:
		if v1, ok := i.(providers.V1); ok {
			return v1.ND1(), kinds.nd1Provider, nd2.Success
		}
	}
	return nil, nil, noInterface
}

const (
	noInterface   nd2.Status = 0x80004002 // E_NOINTERFACE
	noAggregation nd2.Status = 0x80040110 // CLASS_E_NOAGGREGATION
	no                       = 1          // S_FALSE
)

// Caller returns the address in the client's code to which the current call returns. It is called in the
// goroutine of that call.
func Caller() uintptr { return uintptr(C.comdll_caller()) }
