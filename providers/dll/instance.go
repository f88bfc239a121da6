//go:build windows && (amd64 || arm64)

package dll

import (
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

// An instance implements [providers.Instance].
type instance struct {
	library *library
	options *options
	proxies *proxies
	results results
	watch   watch
	pooled  pooled
	port    *port
	// strayAddresses counts the sockaddrs of lists that were in no buffer of the client's.
	strayAddresses atomic.Int64

	mu sync.Mutex
	// many is the port of the files whose packets are taken many at a time, if there
	// are any.
	many    *port
	objects map[identity]nd2.Unknown
	// order lists the objects that the client has, the latest last, and files the files
	// that were opened.
	order []*object
	files []*file
}

func newInstance(l *library, o *options) (i *instance, err error) {
	i = &instance{library: l, options: o, objects: map[identity]nd2.Unknown{}}
	i.proxies = newProxies(i)
	i.port, err = newPort(i.proxies, oneByOne)
	return i, err
}

// ND2 implements [providers.Instance].
func (i *instance) ND2() nd2.Provider {
	pointer, s := i.library.provider(nd2.IIDProvider)
	if s != nd2.Success {
		return nil
	}
	return i.wrap(pointer, nd2.IIDProvider, nil, s).(*provider)
}

// Version implements [providers.Instance].
func (i *instance) Version() string { return versionOf(i.library.path) }

// File returns the DLL that was loaded, for a certificate.
func (i *instance) File() string { return i.library.path }

// Close implements [providers.Instance]. Objects that the client has forgotten are
// released, the latest first.
func (i *instance) Close() error {
	i.mu.Lock()
	objects, files := slices.Clone(i.order), slices.Clone(i.files)
	i.mu.Unlock()
	for _, o := range slices.Backward(objects) {
		for o.references.Load() > 0 {
			o.Release()
		}
	}
	for _, f := range files {
		f.Close()
	}
	i.port.close()
	if i.many != nil {
		i.many.close()
	}
	i.pooled.close()
	i.watch.close()
	return i.proxies.inspectAll()
}

func (i *instance) newFile(h windows.Handle) *file {
	f := &file{instance: i, handle: h}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.files = append(i.files, f)
	return f
}
