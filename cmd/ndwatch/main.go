//go:build windows && cgo

package main

import (
	"cmp"
	"fmt"
	"os"

	"github.com/ndconform/ndconform/cmd/internal/comdll"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/dll"
	"github.com/ndconform/ndconform/watch/layer"
)

func main() {} // a DLL has none

func init() {
	comdll.Serve(comdll.DLL{
		Name: "ndwatch.dll", Open: open, Instead: inert,
		Wrap: func(p nd2.Provider) nd2.Provider { return watching().Watch(p) },
	})
}

// open opens the provider to watch.
func open() (providers.Instance, error) {
	b, err := findBehind()
	if err != nil {
		watching().NotOpened(cmp.Or(os.Getenv(layer.VariableProvider), "a provider"), err)
		return nil, err
	}
	instance, err := b.selector.Open()
	if err != nil {
		watching().NotOpened(b.selector.String(), err)
		return nil, err
	}
	watching().Opened(b.selector.String(), providers.VersionOf(instance))
	return instance, nil
}

// inert asks the vendor's DLL for an object, unless programs are to be watched.
func inert(_, iid, out uintptr) (result uint32, done bool) {
	if os.Getenv(layer.VariableOn) != "" {
		return 0, false
	}
	b, err := findBehind()
	if err == nil {
		result, err = dll.GetClassObject(b.path, b.class, iid, out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ndwatch.dll:", err)
		return uint32(nd2.DeviceNotReady), true
	}
	return result, true
}
