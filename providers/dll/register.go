package dll

import (
	"flag"

	"github.com/ndconform/ndconform/providers"
)

func init() {
	providers.Register("dll", factory)
	providers.RegisterForeign("dll")
}

// options are the options of the provider.
type options struct {
	// path is the path of the DLL, or empty for an installed one.
	path string
	// catalog is an installed provider's name, or empty for the only one.
	catalog string
	// class is the class id to ask a DLL for, or empty for the one that is installed.
	class string
	// adapter counts from 0.
	adapter uint
}

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	o := new(options)
	flags.StringVar(&o.path, "path", "",
		"the provider's `DLL`; without it, the provider that is installed in the Winsock catalogue")
	flags.StringVar(&o.catalog, "catalog", "",
		"the `name` of an installed provider, as ndconform providers shows it; the only one if there is one")
	flags.StringVar(&o.class, "class", "",
		"the class `id` to ask the DLL for, as in {01234567-89AB-CDEF-0123-456789ABCDEF}; the one that it is installed "+
			"with if none is given")
	flags.UintVar(&o.adapter, "adapter", 0,
		"the `number` of the adapter to begin with, counted from 0 in the order of the provider's address list")
	return func() (providers.Instance, error) { return open(o) }
}
