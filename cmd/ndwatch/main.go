//go:build windows && cgo

package main

// #include <stdint.h>
// void ndwatch_at_exit(void);
// uintptr_t ndwatch_code(void);
import "C"

import (
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/cmd/internal/comdll"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/dll"
	"github.com/ndconform/ndconform/watch"
)

func main() {} // a DLL has none

// checker is that of the process.
var checker = sync.OnceValue(func() *watch.Checker {
	C.ndwatch_at_exit()
	return watch.New(report)
})

func init() {
	comdll.Serve(comdll.DLL{
		Name: "ndwatch.dll", Open: open, Instead: inert,
		Wrap: func(p nd2.Provider) nd2.Provider { return checker().Watch(p) },
	})
}

// watched returns the vendor's DLL, and the class id that it is asked for.
func watched() (path string, class nd2.GUID, err error) {
	if path = os.Getenv("NDWATCH_PROVIDER"); path != "" {
		return path, dll.ClassOf(path), nil
	}
	path, class, err = dll.InstalledBeside(nameOf(moduleAt(uintptr(C.ndwatch_code()))))
	if err != nil {
		return "", class, fmt.Errorf("NDWATCH_PROVIDER is not set, and %w", err)
	}
	return path, class, nil
}

func open() (providers.Instance, error) {
	path, class, err := watched()
	if err != nil {
		return nil, err
	}
	text := "dll,path=" + path
	if class != (nd2.GUID{}) {
		text = "dll,class=" + windows.GUID(class).String() + ",path=" + path
	}
	selector, err := providers.ParseSelector(text)
	if err != nil {
		return nil, fmt.Errorf("NDWATCH_PROVIDER: %w", err)
	}
	return selector.Open()
}

// inert asks the vendor's DLL for an object, unless programs are to be watched.
func inert(_, iid, out uintptr) (result uint32, done bool) {
	if os.Getenv("NDWATCH") != "" {
		return 0, false
	}
	path, class, err := watched()
	if err == nil {
		result, err = dll.GetClassObject(path, class, iid, out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ndwatch.dll:", err)
		return uint32(nd2.DeviceNotReady), true
	}
	return result, true
}
