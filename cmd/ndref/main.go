//go:build windows && cgo

package main

// #cgo LDFLAGS: -lntdll
// #include "bridge.h"
import "C"

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref" // the engine
)

func main() {} // a DLL has none

// instance is the engine. It is opened for the first object that a client asks for
// and lives as long as the process, since a DLL in Go can't be unloaded.
var instance = sync.OnceValues(func() (providers.Instance, error) {
	C.ndref_pin()
	selector, err := providers.ParseSelector(selectorOf(os.Getenv("NDREF_OPTIONS")))
	if err != nil {
		return nil, err
	}
	return selector.Open()
})

// selectorOf makes a selector from options. Unless the options say otherwise, the
// engine does what programs expect.
func selectorOf(options string) string {
	text := "ref"
	if !strings.Contains(","+options, ",as=") {
		text += ",as=practice"
	}
	if options != "" {
		text += "," + options
	}
	return text
}

// opened returns the instance, or the status of a failure, which is also printed to
// standard error.
func opened() (providers.Instance, nd2.Status) {
	i, err := instance()
	if err != nil {
		fmt.Fprintln(os.Stderr, "ndref.dll: NDREF_OPTIONS:", err)
		return nil, nd2.DeviceNotReady
	}
	return i, nd2.Success
}

// newObject makes the object that clients get for an interface id: a provider, or the
// factory.
func newObject(iid nd2.GUID) (u nd2.Unknown, k *kind, s nd2.Status) {
	i, s := opened()
	if s != nd2.Success {
		return nil, nil, s
	}
	switch iid {
	case nd2.IIDProvider:
		return i.ND2(), kinds.provider, nd2.Success
	case nd1.IIDProvider:
		return i.(providers.V1).ND1(), kinds.nd1Provider, nd2.Success
	}
	return nil, nil, noInterface
}

const (
	noInterface   nd2.Status = 0x80004002 // E_NOINTERFACE
	noAggregation nd2.Status = 0x80040110 // CLASS_E_NOAGGREGATION
	no                       = 1          // S_FALSE
)
