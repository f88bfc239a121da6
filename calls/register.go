package calls

import (
	"flag"
	"strings"

	"github.com/ndconform/ndconform/providers"
)

// A Variant is how a registered provider differs from its engine.
type Variant struct {
	// Options are options of the engine, "key=value,…". Those given by the user
	// override them.
	Options string
	// Hooks makes an instance's hooks; nil stands for none.
	Hooks func() Hooks
}

// none is the id of the variant without a difference.
const none = "none"

// Register makes the provider engine with hooks selectable as name. It takes the
// engine's options, and id, with the given usage and the values that lookup knows;
// without id, or with "none", it is the engine unchanged. An instance's version ends
// with the id. The engine must be registered before.
func Register(name, engine, usage string, lookup func(id string) (Variant, error)) {
	providers.Register(name, func(flags *flag.FlagSet) func() (providers.Instance, error) {
		chosen := selection{engine: engine, id: none}
		flags.Func("id", usage, func(id string) (err error) {
			chosen.id = id
			if id != none {
				chosen.Variant, err = lookup(id)
			}
			return err
		})
		options, err := providers.Options(engine)
		for _, o := range options {
			flags.Func(o.Name, o.Usage, func(text string) error {
				chosen.given = append(chosen.given, o.Name+"="+text)
				return o.Value.Set(text)
			})
		}
		return func() (providers.Instance, error) {
			if err != nil {
				return nil, err
			}
			return chosen.open()
		}
	})
}

// A selection is a variant with the user's options.
type selection struct {
	Variant
	engine, id string
	// given are the engine's options, each "key=value".
	given []string
}

func (s *selection) open() (providers.Instance, error) {
	var hooks Hooks
	if s.Hooks != nil {
		hooks = s.Hooks()
	}
	return openNamed(s.selector(), hooks, s.id)
}

// selector selects the engine with the user's options, and the variant's others.
func (s *selection) selector() string {
	parts := []string{s.engine}
	given := map[string]bool{}
	for _, option := range s.given {
		key, _, _ := strings.Cut(option, "=")
		given[key] = true
		parts = append(parts, option)
	}
	for option := range strings.SplitSeq(s.Options, ",") {
		key, _, ok := strings.Cut(option, "=")
		if ok && !given[key] {
			parts = append(parts, option)
		}
	}
	return strings.Join(parts, ",")
}
