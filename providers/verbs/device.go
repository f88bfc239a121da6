//go:build linux && cgo && verbs

package verbs

import (
	"fmt"
	"math"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// The room for private data in the connection manager's messages, in bytes: in a
// request, and in an answer, where a rejection has less room than an acceptance.
// Source: IBTA 12.6.5 (REQ), 12.6.7 (REJ); Annex A11 (RDMA IP CM service).
const (
	maxCallerData = 56
	maxCalleeData = 148
)

// maxDepth bounds the queues of requests. Devices report how many requests of the
// smallest kind fit; this many fit with entries and inline data too.
const maxDepth = 4096

// Below the first, in bytes, a request is faster inline; above the second, a Read or
// Write is faster than a Send.
const (
	inlineThreshold = 128
	largeThreshold  = 4096
)

// A device implements [providers.Instance]: a port of an RDMA device, as this process
// has opened it.
type device struct {
	name      string
	port      uint8
	addresses []netip.Addr
	limits    ib.Limits
	siw       bool   // see siw.go
	reserved  *ib.CQ // see reserve
	info      nd2.AdapterInfo

	context *ib.Context
	channel *ib.CompletionChannel
	manager *ib.Manager
	watches []*ib.Watch

	resources resources
	news      news
	removed   atomic.Bool
	tasks     sync.WaitGroup // work moved to other goroutines because of locks
	closing   sync.Once
	// cm guards connectors, listeners and refusals.
	cm       async.Lock
	refusals refusals
}

// describe fills in the adapter's information.
func (d *device) describe(p ib.Port) {
	l := &d.limits
	readSGE := l.MaxSGE
	if l.MaxReadSGE > 0 {
		readSGE = min(readSGE, l.MaxReadSGE)
	}
	receiveSGE := l.MaxSGE
	if l.MaxSRQWR > 0 { // one limit serves both kinds of receive queue
		receiveSGE = min(receiveSGE, l.MaxSRQSGE)
	}
	depth := min(maxDepth, l.MaxCQE)
	if l.IWARP { // where a Send that finds no Receive ends the connection: RFC 5041, 7.1
		l.MaxSRQWR = 0
	}
	flags := nd2.AdapterFlags(0)
	d.siw = isSIW(l)
	if !l.IWARP || d.siw {
		flags |= nd2.AdapterLoopbackConnections
	}
	d.info = nd2.AdapterInfo{
		InfoVersion: nd2.Version2,
		VendorID:    uint16(l.Vendor), DeviceID: uint16(l.Part),
		AdapterID:           l.GUID + uint64(d.port) - 1,
		MaxRegistrationSize: uintptr(min(l.MaxMR, math.MaxInt64)), MaxWindowSize: uintptr(min(l.MaxMR, math.MaxInt64)),
		MaxInitiatorSGE: l.MaxSGE, MaxReceiveSGE: receiveSGE, MaxReadSGE: readSGE,
		MaxTransferLength:   min(p.MaxMessage, math.MaxInt32),
		MaxInboundReadLimit: min(l.MaxReadsIn, math.MaxUint8), MaxOutboundReadLimit: min(l.MaxReadsOut, math.MaxUint8),
		MaxReceiveQueueDepth: min(l.MaxQPWR, depth), MaxInitiatorQueueDepth: min(l.MaxQPWR, depth),
		MaxSharedReceiveQueueDepth: min(l.MaxSRQWR, depth), MaxCompletionQueueDepth: l.MaxCQE,
		LargeRequestThreshold: largeThreshold,
		MaxCallerData:         maxCallerData, MaxCalleeData: maxCalleeData,
		AdapterFlags: flags,
	}
}

// watch starts to read the device's event channels.
func (d *device) watch(*options) error {
	for _, start := range []func() (*ib.Watch, error){
		func() (*ib.Watch, error) { return d.context.WatchAsync(d.asyncEvents) },
		func() (*ib.Watch, error) { return d.channel.Watch(d.completionEvent) },
		func() (*ib.Watch, error) { return d.manager.Watch(d.cmEvent) },
	} {
		w, err := start()
		if err != nil {
			return err
		}
		d.watches = append(d.watches, w)
	}
	return nil
}

// ND2 implements [providers.Instance].
func (d *device) ND2() nd2.Provider { return newProvider(d) }

// Version implements [providers.Instance].
func (d *device) Version() string {
	kernel, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		kernel = []byte("unknown")
	}
	return fmt.Sprintf("%s port %d, firmware %s, Linux %s", d.name, d.port, d.limits.Firmware,
		strings.TrimSpace(string(kernel)))
}

// Close implements [providers.Instance].
func (d *device) Close() error {
	d.closing.Do(func() {
		d.resources.close()
		for _, w := range d.watches {
			w.Stop()
		}
		d.tasks.Wait()
		if d.reserved != nil {
			d.reserved.Free()
		}
		if d.channel != nil {
			d.channel.Free()
		}
		if d.manager != nil {
			d.manager.Free()
		}
		if d.context != nil {
			d.context.Close()
		}
	})
	return nil
}
