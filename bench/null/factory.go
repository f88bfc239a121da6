package null

import (
	"flag"

	"github.com/ndconform/ndconform/providers"
)

// Factory declares the provider's options, which say how it misbehaves. Tests register it.
func Factory(options *flag.FlagSet) func() (providers.Instance, error) {
	var p Provider
	options.StringVar((*string)(&p.Fault.Kind), "fault", "",
		"what goes wrong: refuses, fails, lost, hangs, crashes or wrong")
	options.StringVar(&p.Fault.Op, "op", "Read", "with which requests")
	options.IntVar(&p.Fault.Size, "size", size, "and its length in `bytes`")
	options.IntVar(&p.Fault.After, "after", 0, "after how many")
	return func() (providers.Instance, error) { return &p, nil }
}
