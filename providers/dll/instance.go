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
	// strayAddresses counts the sockaddrs that lists have placed outside the client's
	// buffer.
	strayAddresses atomic.Int64

	mu sync.Mutex
	// many is the port for files whose packets are taken many at a time; nil without such
	// files.
	many    *port
	objects map[identity]nd2.Unknown
	// order lists the client's objects, the latest last, and files the opened files.
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

// File returns the path of the loaded DLL, for a certificate.
func (i *instance) File() string { return i.library.path }

// Close implements [providers.Instance]. It releases the objects that the client has
// forgotten, the latest first.
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
