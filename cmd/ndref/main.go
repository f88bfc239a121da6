//go:build windows && cgo

package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/ndconform/ndconform/cmd/internal/comdll"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref" // the engine
)

func main() {} // a DLL has none

func init() { comdll.Serve(comdll.DLL{Name: "ndref.dll", Open: open}) }

func open() (providers.Instance, error) {
	selector, err := providers.ParseSelector(selectorOf(os.Getenv("NDREF_OPTIONS")))
	if err != nil {
		return nil, fmt.Errorf("NDREF_OPTIONS: %w", err)
	}
	i, err := selector.Open()
	if err != nil {
		return nil, fmt.Errorf("NDREF_OPTIONS: %w", err)
	}
	return i, nil
}

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
