package fake

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// modes are the values of the option mode.
var modes = []string{
	"ok", "open-error", "open-panic", "open-hang", "open-exit", "nil-provider", "nil-adapter",
	"unknown-status", "close-error", "close-panic", "exclusive",
}

// faults are modes too: what happens when a spec sets out to use the adapter. A
// binary that was built without cgo has none.
var faults = map[string]func(){}

// DeviceAddress names the environment variable with the TCP address that stands for
// a device: only one process can have it open at a time.
const DeviceAddress = "NDCONFORM_FAKE_DEVICE"

func init() {
	providers.Register("fake", func(options *flag.FlagSet) func() (providers.Instance, error) {
		mode := "ok"
		options.Func("mode", "what goes `wrong`: "+strings.Join(modes, ", "), func(text string) error {
			if known := slices.Concat(modes, slices.Sorted(maps.Keys(faults))); !slices.Contains(known, text) {
				return fmt.Errorf("unknown mode; known modes: %s", strings.Join(known, ", "))
			}
			mode = text
			return nil
		})
		options.Int("depth", 64, "the `results` that a completion queue holds")
		return func() (providers.Instance, error) { return open(mode) }
	})
}

func open(mode string) (providers.Instance, error) {
	switch mode {
	case "open-error":
		return nil, errors.New("no such device")
	case "open-panic":
		panic("fake: opened")
	case "open-hang":
		select {}
	case "open-exit":
		os.Exit(7)
	case "exclusive":
		device, err := net.Listen("tcp", os.Getenv(DeviceAddress))
		if err != nil {
			return nil, errors.New("the device is busy")
		}
		return exclusive{instance(mode), device}, nil
	}
	return instance(mode), nil
}

// exclusive is an instance that has its device to itself.
type exclusive struct {
	instance
	device net.Listener
}

func (e exclusive) Close() error { return e.device.Close() }

type instance string

func (i instance) Version() string { return "0.1-fake" }

func (i instance) ND2() nd2.Provider {
	if i == "nil-provider" {
		return nil
	}
	return provider{mode: i}
}

func (i instance) Close() error {
	switch i {
	case "close-error":
		return errors.New("a port is still in use")
	case "close-panic":
		panic("fake: closed")
	}
	return nil
}

// object is an IUnknown that does not count its references.
type object struct{}

func (object) AddRef() uint32  { return 1 }
func (object) Release() uint32 { return 0 }
func (object) QueryInterface(_ nd2.GUID, o *nd2.Unknown) nd2.Status {
	*o = nil
	return nd2.NotSupported
}

type provider struct {
	object
	mode instance
}

var address = nd2.Sockaddr(netip.MustParseAddrPort("192.0.2.1:0"))

func (provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	const need = 64
	if *size < need {
		*size = need
		return nd2.BufferOverflow
	}
	list.Address = [][]byte{address}
	return nd2.Success
}

func (p provider) ResolveAddress(_ []byte, id *uint64) nd2.Status {
	if p.mode == "unknown-status" {
		return 0xdeadbeef
	}
	*id = 1
	return nd2.Success
}

func (p provider) OpenAdapter(_ nd2.GUID, _ uint64, o *nd2.Unknown) nd2.Status {
	if p.mode != "nil-adapter" {
		*o = adapter{fault: faults[string(p.mode)]}
	}
	return nd2.Success
}

// adapter answers what a target asks of it. Its other methods are missing: a spec
// that calls one crashes.
type adapter struct {
	nd2.Adapter
	fault func()
}

func (adapter) AddRef() uint32  { return 1 }
func (adapter) Release() uint32 { return 0 }

func (adapter) Query(info *nd2.AdapterInfo, _ *uint32) nd2.Status {
	*info = nd2.AdapterInfo{InfoVersion: nd2.Version2, AdapterID: 1, AdapterFlags: nd2.AdapterLoopbackConnections}
	return nd2.Success
}

func (a adapter) CreateOverlappedFile(*nd2.OverlappedFile) nd2.Status {
	if a.fault != nil {
		a.fault()
	}
	return 0xdeadbeef
}
