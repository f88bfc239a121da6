package verbs

import (
	"flag"

	"github.com/ndconform/ndconform/providers"
)

func init() { providers.Register("verbs", factory) }

type options struct {
	// device is a name from ibv_devices(1), or empty for the only device.
	device string
	port   uint
	// gid is an index in the port's table of addresses, or negative for any.
	gid int
}

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	o := new(options)
	flags.StringVar(&o.device, "device", "", "the RDMA `device`, as ibv_devices lists it; the only one if there is one")
	flags.UintVar(&o.port, "port", 1, "the device's `port`")
	flags.IntVar(&o.gid, "gid", -1,
		"the `index` of the one address to use, in the port's GID table; all of them if negative")
	return func() (providers.Instance, error) { return open(o) }
}
