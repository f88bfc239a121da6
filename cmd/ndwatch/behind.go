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

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/dll"
	"github.com/ndconform/ndconform/watch/layer"
)

// A behind is the vendor's DLL.
type behind struct {
	path  string
	class nd2.GUID
	// selector chooses it.
	selector *providers.Selector
}

// findBehind returns what the variable names, or else what is installed.
func findBehind() (behind, error) {
	b, err := behindNamed(os.Getenv(layer.VariableProvider))
	if err != nil {
		return b, fmt.Errorf("%s: %w", layer.VariableProvider, err)
	}
	return b, nil
}

// behindNamed is findBehind for a selector, the path of a DLL, or nothing.
func behindNamed(text string) (b behind, err error) {
	if b.selector, err = selectorOf(text); err != nil {
		return b, err
	}
	if b.path, b.class, err = dll.Behind(b.selector, nameOf(moduleAt(uintptr(C.ndwatch_code())))); err != nil {
		return b, err
	}
	if b.selector.Option("path")+b.selector.Option("catalog") == "" {
		b.selector, err = b.spelledOut()
	}
	return b, err
}

// spelledOut is the selector with what it leaves to the catalogue.
func (b *behind) spelledOut() (*providers.Selector, error) {
	text := "dll,path=" + b.path
	if b.class != (nd2.GUID{}) {
		text += ",class=" + windows.GUID(b.class).String()
	}
	return providers.ParseSelector(text + ",adapter=" + b.selector.Option("adapter"))
}

// selectorOf parses a selector. A path is one of a DLL, and nothing is what is installed.
func selectorOf(text string) (*providers.Selector, error) {
	name, _, _ := strings.Cut(text, ",")
	switch {
	case name == "":
		text = "dll" + text
	case strings.ContainsAny(name, `.:\/`):
		text = "dll,path=" + text
	case name != "dll":
		return nil, fmt.Errorf("%s is no DLL, and ndwatch.dll watches nothing else: name one with dll,path=FILE", text)
	}
	return providers.ParseSelector(text)
}
