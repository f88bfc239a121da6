package calls

import (
	"fmt"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
)

// Open opens the provider of a selector, such as "ref,adapters=2", with hooks around all of its
// objects. The provider must offer faults, v1 and NDK; faults are not wrapped. The caller closes the
// instance.
func Open(selector string, hooks Hooks) (providers.Instance, error) {
	return openNamed(selector, hooks, "")
}

// Around puts hooks around an open instance, for ND2's interfaces only. The caller still closes the
// instance.
func Around(inner providers.Instance, hooks Hooks) providers.Instance {
	l := &layered{Instance: inner, layer: newLayer(hooks)}
	if memory, ok := inner.(providers.Memory); ok {
		return &layeredRemote{l, memory}
	}
	return l
}

// openNamed is [Open] with a name behind the provider's version.
func openNamed(selector string, hooks Hooks, name string) (providers.Instance, error) {
	parsed, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, err
	}
	inner, err := parsed.Open()
	if err != nil {
		return nil, err
	}
	whole, ok := inner.(offer)
	if !ok {
		inner.Close()
		return nil, fmt.Errorf("%s offers too little to be wrapped: faults, v1 and NDK are needed", parsed.Name())
	}
	return wholly(whole, hooks, name), nil
}

// Wholly puts hooks around all interfaces of an open instance that offers faults, v1 and NDK; faults
// are not wrapped. The caller still closes the instance.
func Wholly(inner offer, hooks Hooks) providers.Instance { return wholly(inner, hooks, "") }

func wholly(inner offer, hooks Hooks, name string) *instance {
	return &instance{offer: inner, layer: newLayer(hooks), name: name}
}

// An offer is an instance with everything to offer.
type offer interface {
	providers.Instance
	providers.FaultInjector
	providers.V1
	providers.NDK
}

// An instance implements [offer].
type instance struct {
	offer
	layer *layer
	name  string

	mu sync.Mutex
	// found says that the exempt provider was handed out.
	found bool
}

// ND2 implements [providers.Instance].
func (i *instance) ND2() nd2.Provider {
	i.mu.Lock()
	defer i.mu.Unlock()
	p := i.layer.provider(i.offer.ND2())
	p.exempt = p.exempt && !i.found
	i.found = true
	return p
}

// ND1 implements [providers.V1].
func (i *instance) ND1() nd1.Provider {
	return wrapped(i.layer.outside(), i.offer.ND1())
}

// NDK implements [providers.NDK].
func (i *instance) NDK() ndk.Provider {
	return wrapped(i.layer.outside(), i.offer.NDK())
}

// Version implements [providers.Instance].
func (i *instance) Version() string {
	return strings.TrimSpace(i.offer.Version() + " " + i.name)
}

// Close implements [providers.Instance].
func (i *instance) Close() error {
	err := i.offer.Close()
	if end := i.layer.hooks.Close; end != nil {
		end()
	}
	return err
}

// A layered instance has hooks around any instance.
type layered struct {
	providers.Instance
	layer *layer
}

// A layeredRemote instance has hooks around a provider in another process.
type layeredRemote struct {
	*layered
	providers.Memory
}

// ND2 implements [providers.Instance].
func (l *layered) ND2() nd2.Provider {
	return l.layer.provider(l.Instance.ND2())
}

// provider wraps the provider of an instance.
func (l *layer) provider(inner nd2.Provider) *Provider {
	p := wrapped(l.outside(), inner).(*Provider)
	p.exempt = !l.hooks.Early
	return p
}

// outside is the call for objects that no call has created.
func (l *layer) outside() *Call { return &Call{Object: &Object{layer: l}} }

// Watch makes every call on a provider's object, and on its objects in turn, pass a hook. The hook
// sees what the client and the provider see: OVERLAPPEDs, contexts and results pass unchanged. It
// may name created objects, and must not keep calls.
func Watch[T any](object T, hook func(*Call) nd2.Status) T {
	l := newLayer(Hooks{Call: hook})
	l.transparent = true
	return wrapped(l.outside(), object)
}
