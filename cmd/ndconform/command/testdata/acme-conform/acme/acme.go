// Package acme makes Acme's provider known to ndconform.
package acme

import (
	"flag"
	"fmt"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

func init() {
	providers.Register("acme", func(options *flag.FlagSet) func() (providers.Instance, error) {
		device := options.String("device", "acme0", "the `device` to test")
		return func() (providers.Instance, error) { return open(*device) }
	})
}

func open(device string) (providers.Instance, error) {
	if device != "acme0" {
		return nil, fmt.Errorf("device %s: no such adapter; acme0 is the only one", device)
	}
	return &instance{}, nil
}

// An instance is the opened provider: what DllGetClassObject would return.
type instance struct{}

func (*instance) ND2() nd2.Provider { return &provider{} }
func (*instance) Version() string   { return "acme 1.0" }
func (*instance) Close() error      { return nil }
