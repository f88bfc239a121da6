package drive

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// rights are the access rights of every region.
const rights = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink

// A side is an adapter opened for a program, with what was created from it.
type side struct {
	ndclient.End
	ndclient.Adapter
	port    *port
	regions []*region
	// former are registrations in whose place there are others, and retired the remote tokens of those
	// that have been ended.
	former  []former
	retired []uint32
	// endedTokens are the local tokens of those that have been ended, and restricted is a registration with few
	// rights, for one request.
	endedTokens []uint32
	restricted  *region
	queues      []nd2.CompletionQueue
	shared      nd2.SharedReceiveQueue
	windows     []nd2.MemoryWindow
	tokens      map[nd2.MemoryWindow][]uint32 // from each Bind, oldest first
	bound       map[nd2.MemoryWindow]*region  // by the last Bind
	// listeners are at least one.
	listeners []*listening
	// had are the kinds of objects that could be created while all the others existed.
	had map[string]bool
}

// A region is registered memory.
type region struct {
	nd2.MemoryRegion
	bytes         []byte
	whole         []byte // what was allocated: the region and what is around it, or nil
	base          uint64
	local, remote uint32
}

// A link is a connection.
type link struct {
	pair      [2]nd2.QueuePair
	connector [2]nd2.Connector
	gone      [2]*operation // the NotifyDisconnect of each end
	leaving   [2]*operation // the Disconnect of each end
}

// free releases what a connection has.
func (l *link) free() {
	for e := range l.pair {
		release(l.pair[e])
		release(l.connector[e])
	}
}

// create creates an object; if the adapter has no resources for it, the error is
// lacking.
func create[T nd2.Unknown](c ndclient.Creation) (T, error) {
	made, f := ndclient.Create[T](c)
	if f != nil {
		return made, notCreated(f)
	}
	return made, nil
}

// notCreated returns what it means that nothing was created.
func notCreated(f *ndclient.Failure) error {
	rule := creation(f.Method)
	switch {
	case ndclient.Exhausted(f.Status):
		return lacking(rule)
	case f.Status == nd2.Success:
		return model.Violates(rule, "%s created a %T", f.Method, f.Object)
	}
	return model.Violates(rule, "%s returned %v", f.Method, f.Status)
}

// noPorts reports whether a Bind or Listen has failed for want of resources or ports.
func noPorts(s nd2.Status) bool { return ndclient.Exhausted(s) || s == nd2.TooManyAddresses }

// creation returns the rule that a method creates an object.
func creation(method string) string {
	return "adapter." + strings.ToLower(method) + ".nd-success"
}

func (d *driver) setUp() error {
	for e := range d.side {
		d.side[e] = &side{End: d.ends.End[e], port: newPort(), had: map[string]bool{}}
		if e == 1 && d.side[0].Instance == d.side[1].Instance && d.side[0].ID == d.side[1].ID {
			d.side[1].port.requests = d.side[0].port.requests
		}
		if err := d.setUpSide(e); err != nil {
			return err
		}
	}
	for range d.world.Config.Connections {
		d.links = append(d.links, &link{})
	}
	return nil
}

func (d *driver) setUpSide(e int) (err error) {
	s, c := d.side[e], d.world.Config
	if err := s.open(); err != nil {
		return err
	}
	if !d.hasWindows(e) {
		d.world.Windowless(e)
	}
	for n := range c.Regions {
		if err := d.addRegion(s, d.world.Memory(e, n)); err != nil {
			return err
		}
	}
	for range d.world.Queues(e) {
		q, err := create[nd2.CompletionQueue](s.CompletionQueue(uint32(c.Queue)))
		if err != nil {
			return err
		}
		s.queues = append(s.queues, q)
	}
	if c.Shared > 0 {
		s.shared, err = create[nd2.SharedReceiveQueue](
			s.SharedReceiveQueue(uint32(c.Shared), uint32(c.Entries), uint32(c.Threshold)))
		if err != nil {
			return err
		}
	}
	for range d.world.Windows(e) {
		w, err := create[nd2.MemoryWindow](s.MemoryWindow())
		if err != nil {
			return err
		}
		s.windows = append(s.windows, w)
	}
	if err := s.listen(); err != nil {
		return err
	}
	d.world.Listens(e, len(s.listeners))
	return nil
}

// open opens the adapter, with a file that is bound to the completion port.
func (s *side) open() error {
	var f *ndclient.Failure
	s.Adapter, f = s.End.Open(s.port)
	switch {
	case f == nil:
		return nil
	case f.Method == "CreateOverlappedFile":
		return notCreated(f)
	}
	return fmt.Errorf("adapter %#x: %w", s.ID, f)
}

// windowless are the answers of CreateMemoryWindow by which an adapter says that it has no windows.
var windowless = []nd2.Status{
	nd2.NotSupported, nd2.InvalidDeviceRequest, nd2.InsufficientResources, nd2.NoMemory, notImplemented,
}

// notImplemented is E_NOTIMPL, as COM's providers answer.
const notImplemented nd2.Status = 0x80004001

// Windowless reports whether a status of CreateMemoryWindow says that an adapter has no windows.
func Windowless(s nd2.Status) bool { return slices.Contains(windowless, s) }

// hasWindows reports whether the adapter of an end has memory windows, which no flag or limit says. It is
// asked once.
func (d *driver) hasWindows(end int) bool {
	has := &d.ends.windows[end]
	if *has == nil {
		var window nd2.Unknown
		st := d.side[end].Adapter.CreateMemoryWindow(nd2.IIDMemoryWindow, &window)
		if st == nd2.Success {
			release(window)
		}
		yes := !Windowless(st)
		*has = &yes
	}
	return **has
}

// registers is the rule that a region can be registered.
const registers = "mr.register.nd-success"

func (d *driver) addRegion(s *side, holds []byte) error {
	for i := range holds {
		holds[i] = byte(i*131>>4) ^ byte(i>>11) ^ byte(len(s.regions))
	}
	r, err := d.newRegion(s, holds)
	if err != nil {
		return err
	}
	s.regions = append(s.regions, r)
	return nil
}

// margin returns where in its memory a region of some length begins, and how much memory it takes: a
// length of no full pages begins and ends within one.
func margin(length int) (before, whole int) {
	const page = 4096
	if length%page == 0 {
		return 0, length
	}
	before = 8 * (1 + length%50)
	return before, (before + length + page) / page * page
}

// edge is what the memory around a region holds.
func edge(length int) []byte { return bytes.Repeat([]byte{guard}, length) }

// newRegion returns a new region of memory that holds what is given.
func (d *driver) newRegion(s *side, holds []byte) (*region, error) {
	before, length := margin(len(holds))
	whole, err := s.Allocate(&pool, length)
	if err != nil {
		return nil, err
	}
	memory.Overwrite(whole, edge(length))
	own := whole[before : before+len(holds)]
	memory.Overwrite(own, holds)
	r, err := d.registration(s, own)
	if lacksResources(err) {
		s.Free(&pool, whole)
	}
	if r != nil {
		r.whole = whole
	}
	return r, err
}

// registration returns a new region of some memory.
func (d *driver) registration(s *side, bytes []byte) (*region, error) {
	return d.registrationWith(s, bytes, rights)
}

// registrationWith is registration for other rights than all.
func (d *driver) registrationWith(s *side, bytes []byte, rights nd2.RegionFlags) (*region, error) {
	object, err := create[nd2.MemoryRegion](s.MemoryRegion())
	if err != nil {
		return nil, err
	}
	r := &region{MemoryRegion: object, bytes: bytes, base: memory.Address(bytes)}
	t := newOperation(r, s.port)
	t.start(func(o *nd2.Overlapped) nd2.Status { return r.Register(r.bytes, rights, o) })
	if !t.Await(d.Limit) {
		return nil, model.Violates(registers+" overlapped.notification.pending", "Register has not ended")
	}
	switch t.Final() {
	case nd2.Success:
	case nd2.InsufficientResources, nd2.NoMemory:
		r.Release()
		return nil, lacking(registers)
	default:
		return nil, model.Violates(registers, "Register ended with %v", t.Final())
	}
	r.local, r.remote = r.GetLocalToken(), r.GetRemoteToken()
	return r, nil
}
