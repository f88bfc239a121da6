package dll

import (
	"flag"

	"github.com/ndconform/ndconform/providers"
)

func init() {
	providers.Register("dll", factory)
	providers.RegisterForeign("dll")
}

type options struct {
	// path is the DLL's path, or empty for an installed DLL.
	path string
	// catalog is an installed provider's name, or empty for the only installed one.
	catalog string
	// class is the DLL's class id, or empty for its installed class.
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
		"the DLL's class `id`, as in {01234567-89AB-CDEF-0123-456789ABCDEF}; its installed class "+
			"if none is given")
	flags.UintVar(&o.adapter, "adapter", 0,
		"the `number` of the adapter to begin with, counted from 0 in the order of the provider's address list")
	return func() (providers.Instance, error) { return open(o) }
}
