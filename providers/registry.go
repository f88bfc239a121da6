package providers

import (
	"flag"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// An Instance is an opened provider.
type Instance interface {
	// ND2 returns the provider's IND2Provider with a reference that the caller
	// releases.
	ND2() nd2.Provider
	// Version says which release or build of the provider this is, for reports.
	Version() string
	// Close ends everything that the instance started.
	Close() error
}

// A Factory declares a provider's options as flags, and returns the function that opens
// it after the flags are parsed. The user sees an error of that function unchanged.
type Factory func(options *flag.FlagSet) (open func() (Instance, error))

var (
	mu       sync.RWMutex
	registry = map[string]Factory{}
)

// Register makes a provider selectable as name, which has no comma and no equals
// sign. It panics if factory is nil or name is malformed or taken.
func Register(name string, factory Factory) {
	mu.Lock()
	defer mu.Unlock()
	switch {
	case factory == nil:
		panic("providers: Register of " + name + " with a nil factory")
	case name == "" || strings.ContainsAny(name, ",= \t\n"):
		panic(fmt.Sprintf("providers: Register of the malformed name %q", name))
	case registry[name] != nil:
		panic("providers: Register called twice for " + name)
	}
	registry[name] = factory
}

// Names lists the registered providers, sorted.
func Names() []string {
	mu.RLock()
	defer mu.RUnlock()
	names := make([]string, 0, len(registry))
	for name := range registry {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
