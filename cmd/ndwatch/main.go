//go:build windows && cgo

package main

// #include <stdint.h>
// uintptr_t ndwatch_code(void);
import "C"

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/windows"

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

// watched returns the vendor's DLL, and the class id that it is asked for.
func watched() (path string, class nd2.GUID, err error) {
	if path = os.Getenv(layer.VariableProvider); path != "" {
		if options, is := strings.CutPrefix(path, selectorStart); is {
			path = optionOf(options, "path")
		}
		return path, dll.ClassOf(path), nil
	}
	path, class, err = dll.InstalledBeside(nameOf(moduleAt(uintptr(C.ndwatch_code()))))
	if err != nil {
		return "", class, fmt.Errorf("%s is not set, and %w", layer.VariableProvider, err)
	}
	return path, class, nil
}

func open() (providers.Instance, error) {
	path, class, err := watched()
	if err != nil {
		return nil, err
	}
	text := os.Getenv(layer.VariableProvider)
	switch {
	case strings.HasPrefix(text, selectorStart):
	case class != (nd2.GUID{}):
		text = "dll,class=" + windows.GUID(class).String() + ",path=" + path
	default:
		text = "dll,path=" + path
	}
	selector, err := providers.ParseSelector(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", layer.VariableProvider, err)
	}
	instance, err := selector.Open()
	if err != nil {
		watching().NotOpened(text, err)
		return nil, err
	}
	watching().Opened(text, instance.Version())
	return instance, nil
}

// selectorStart is how a selector begins; anything else is a path.
const selectorStart = "dll,"

// optionOf returns one of a selector's options.
func optionOf(options, name string) string {
	for option := range strings.SplitSeq(options, ",") {
		if value, is := strings.CutPrefix(option, name+"="); is {
			return value
		}
	}
	return ""
}

// inert asks the vendor's DLL for an object, unless programs are to be watched.
func inert(_, iid, out uintptr) (result uint32, done bool) {
	if os.Getenv(layer.VariableOn) != "" {
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
