package nic

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A Device is one simulated NIC.
type Device struct {
	// Immutable fields.
	limits         Limits
	quirks         Quirks
	changesResults bool // by quirk
	addresses      []netip.Addr

	// sequence numbers the overlapped requests.
	sequence atomic.Uint64
	// unwell counts the reasons for Check to look closer: removal and faults.
	unwell atomic.Int32

	mu sync.Mutex
	// mu guards the rest.

	port   fabric.Port
	prompt bool // whether the port is
	// frame is where the next datagram is built.
	frame *fabric.Frame
	// packet is the packet being received, out the packet being transmitted.
	packet, out wire.Packet
	// path is the path of the last connected queue pair.
	path *fabric.Path

	queuePairs       table[QueuePair]
	keys             table[key]
	completionQueues map[*CompletionQueue]struct{}
	sharedQueues     map[*SharedReceiveQueue]struct{}
	requests         map[*Requests]struct{}
	// notify lists the files with completions to deliver.
	notify *File
	// broken are the queue pairs to fail because a queue of theirs has failed.
	broken []*QueuePair
	// due are the queue pairs with unfinished connections.
	due []*QueuePair
	// ticked is the connections' current time; posts counts requests.
	ticked rc.Tick
	posts  uint
	// heldBack counts the results that a quirk has delayed.
	heldBack uint64

	timers  timers
	delay   delay // the delay of due timers
	manager Manager
	faults  faults
	// stopped says that the device was removed or closed.
	stopped bool
	// wake makes the timer goroutine look again; quit ends it; it closes ended.
	wake, quit, ended chan struct{}

	counters Counters
}

// Counters count what a device drops.
type Counters struct {
	// Malformed counts datagrams that are no packet or have a wrong ICRC. Unexpected counts
	// packets for a queue pair that does not exist, is not connected, or is connected to
	// another peer.
	Malformed, Unexpected uint64
}

// NewDevice attaches a device with these addresses to a network. Its goroutine ends with
// Remove or Close.
func NewDevice(network fabric.Network, addresses []netip.Addr, limits Limits, quirks Quirks,
	seed uint64,
) (*Device, error) {
	attach := func(r fabric.Receiver) (fabric.Port, error) { return network.Attach(addresses, r) }
	return newDevice(attach, addresses, limits, quirks, seed)
}

// Successor attaches another device like d at d's place on the network. d reserves that
// place from Remove until Close, for one successor.
func (d *Device) Successor(seed uint64) (*Device, error) {
	return newDevice(d.port.Return, d.addresses, d.limits, d.quirks, seed)
}

func newDevice(attach func(fabric.Receiver) (fabric.Port, error), addresses []netip.Addr, limits Limits, quirks Quirks,
	seed uint64,
) (*Device, error) {
	d := &Device{
		limits:           limits,
		quirks:           quirks,
		changesResults:   quirks.changesResults(),
		addresses:        addresses,
		frame:            new(fabric.Frame),
		completionQueues: map[*CompletionQueue]struct{}{},
		sharedQueues:     map[*SharedReceiveQueue]struct{}{},
		requests:         map[*Requests]struct{}{},
		wake:             make(chan struct{}, 1),
		quit:             make(chan struct{}),
		ended:            make(chan struct{}),
	}
	d.queuePairs.init(firstQPN, generationQPN, seed)
	d.keys.init(firstKey, generationKey, seed)
	d.keys.again = quirks.SameTokens
	if err := d.attach(attach); err != nil {
		return nil, err
	}
	go d.serve()
	return d, nil
}

func (d *Device) attach(attach func(fabric.Receiver) (fabric.Port, error)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	port, err := attach(d)
	if err != nil {
		return err
	}
	d.port, d.prompt = port, port.Prompt()
	return nil
}

// Limits returns the device's limits.
func (d *Device) Limits() Limits { return d.limits }

// Addresses returns the device's slice of addresses; the caller must not change it.
func (d *Device) Addresses() []netip.Addr { return d.addresses }

// Port returns the device's port, for instance to impair it.
func (d *Device) Port() fabric.Port { return d.port }

// Counters returns what the device has dropped so far.
func (d *Device) Counters() Counters {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.counters
}

// Lock locks the device.
func (d *Device) Lock() { d.mu.Lock() }

// UnlockAndDeliver unlocks the device, notifies clients of what has completed, and makes the
// network deliver what was transmitted.
func (d *Device) UnlockAndDeliver() {
	d.failQueuePairs()
	work, now := d.port.Flush(), d.ticked
	d.release(&work)
	work.Do(time.Duration(now) * time.Microsecond)
}

// release unlocks the device, and notifies clients once the transmitted packets are on their
// way: a client's next request must not overtake the acknowledgement of what it was notified
// of.
func (d *Device) release(work *fabric.Work) {
	if d.notify == nil {
		d.mu.Unlock()
		return
	}
	d.deliver(work)
}

// deliver unlocks the device and notifies the clients of the listed files.
func (d *Device) deliver(work *fabric.Work) {
	var files [8]*File
	list := files[:0]
	for f := d.notify; f != nil; f = f.next {
		f.listed = false
		list = append(list, f)
	}
	d.notify = nil
	d.mu.Unlock()
	work.Send()
	for i := range list {
		list[len(list)-1-i].deliver()
	}
}

// now returns the time in ticks of a microsecond since the network began.
func (d *Device) now() rc.Tick { return rc.Tick(d.port.Now() / time.Microsecond) }

// Remove removes the device from the system. Outstanding requests are flushed; pending
// overlapped requests, and later calls except those that clean up, end with
// ND_DEVICE_REMOVED. Only a [Device.Successor] takes its place.
func (d *Device) Remove() { d.stop(nd2.DeviceRemoved) }

// Close ends the device and all that is left on it. Pending overlapped requests end with
// ND_CANCELED, and later calls as after Remove.
func (d *Device) Close() {
	d.stop(nd2.Canceled)
	d.port.Detach()
	<-d.ended
	d.port.Wait()
}

func (d *Device) stop(s nd2.Status) {
	d.Lock()
	defer d.UnlockAndDeliver()
	if d.stopped {
		return
	}
	d.stopped = true
	d.unwell.Add(1)
	d.port.Leave()
	for _, q := range d.queuePairs.all() {
		q.flush()
		q.showAll()
	}
	if d.manager != nil {
		d.manager.Stopped()
	}
	d.completeAll(s)
	d.timers = nil
	close(d.quit)
}

// completeAll ends all overlapped requests in the order of their making.
func (d *Device) completeAll(s nd2.Status) {
	var all []*Request
	for r := range d.requests {
		all = append(all, r.inOrder()...)
	}
	slices.SortFunc(all, func(a, b *Request) int { return cmp.Compare(a.number, b.number) })
	for _, r := range all {
		r.Complete(s)
	}
}
