package mutant

import (
	"flag"
	"fmt"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"

	_ "github.com/ndconform/ndconform/providers/ref" // what is broken
)

func init() { providers.Register("mutant", factory) }

// none is the id of the mutant that is no mutant.
const none = "none"

// engine is the provider that is wrapped.
const engine = "ref"

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	id := none
	flags.Func("id", "which `MUTANT`; none for the engine as it is", func(text string) error {
		if _, ok := Lookup(text); !ok && text != none {
			return fmt.Errorf("unknown mutant; ndconform selftest lists them")
		}
		id = text
		return nil
	})
	given := engine
	options, err := providers.Options(engine)
	for _, o := range options {
		flags.Func(o.Name, o.Usage, func(text string) error {
			given += "," + o.Name + "=" + text
			return o.Value.Set(text)
		})
	}
	return func() (providers.Instance, error) {
		if err != nil {
			return nil, err
		}
		return open(id, given)
	}
}

func open(id, given string) (providers.Instance, error) {
	selector, err := providers.ParseSelector(given)
	if err != nil {
		return nil, err
	}
	inner, err := selector.Open()
	if err != nil {
		return nil, err
	}
	whole, ok := inner.(offer)
	if !ok {
		inner.Close()
		return nil, fmt.Errorf("%s offers less than its mutants do", engine)
	}
	var d defect
	if m, ok := Lookup(id); ok {
		d = m.make()
	}
	return &instance{offer: whole, world: newWorld(d), id: id}, nil
}

// An offer is all that the engine offers. Its faults are not wrapped.
type offer interface {
	providers.Instance
	providers.FaultInjector
	providers.V1
	providers.NDK
}

// An instance implements [offer].
type instance struct {
	offer
	world *world
	id    string

	mu sync.Mutex
	// found says that the sound provider has been handed out.
	found bool
}

// ND2 implements [providers.Instance].
func (i *instance) ND2() nd2.Provider {
	i.mu.Lock()
	defer i.mu.Unlock()
	p := &provider{inner: i.offer.ND2()}
	p.begin("IND2Provider", p.inner, p)
	p.world, p.sound = i.world, !i.found && !i.world.defect.early
	i.found = true
	return p
}

// ND1 implements [providers.V1].
func (i *instance) ND1() nd1.Provider {
	return &v1Provider{Provider: i.offer.ND1(), on: object{world: i.world}}
}

// NDK implements [providers.NDK].
func (i *instance) NDK() ndk.Provider {
	return &kernelProvider{Provider: i.offer.NDK(), on: object{world: i.world}}
}

// Version implements [providers.Instance].
func (i *instance) Version() string {
	return strings.TrimSpace(i.offer.Version() + " " + i.id)
}
