package legal

import (
	"flag"
	"strings"

	"github.com/ndconform/ndconform/providers"

	_ "github.com/ndconform/ndconform/providers/ref" // what differs
)

func init() { providers.Register("legal", factory) }

// engine is the provider that is made to differ.
const engine = "ref"

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	var variant Variant
	flags.Func("id", "which `VARIANT`, or several with + between them; none is the engine as it is", func(text string) (err error) {
		variant, err = Lookup(text)
		return err
	})
	given := options{}
	known, err := providers.Options(engine)
	for _, o := range known {
		flags.Func(o.Name, o.Usage, func(text string) error {
			given[o.Name] = text
			return o.Value.Set(text)
		})
	}
	return func() (providers.Instance, error) {
		if err != nil {
			return nil, err
		}
		return open(variant, given)
	}
}

// open opens the engine as a variant. Options that are given by name take the place
// of the variant's.
func open(v Variant, given options) (providers.Instance, error) {
	all, _ := parse(v.Options).with(given)
	selector, err := providers.ParseSelector(strings.TrimSuffix(engine+","+all.String(), ","))
	if err != nil {
		return nil, err
	}
	return selector.Open()
}
