package spec

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// A Target is what is under test: an adapter of one provider, and the adapter at
// the other end of its connections, which may be another provider's.
type Target struct {
	local, peer adapter
	// families are the routes between the two, one for each family of addresses; the first is that of local and peer.
	families []route
	// plain lists the local provider's other adapters: specs look among them for an adapter that lacks an optional
	// feature.
	plain []adapter
	// routeLimit is how long a route may be tried, and the unit of the other limits.
	routeLimit time.Duration
	recorder   *trace.Recorder
	drawing    drawing
	given      atomic.Pointer[string] // what the running spec was given
	onGiven    func(given string)     // that of [Target.OnGiven]
	memory     memory.Pool
	ending     ending
	supply     supply
	carries    uint32 // at most, a request of the running spec
	progress   progress
	// follow is that of [Target.Follow], or nil.
	follow func(method string) (returned func())
}

// An adapter is one as it was found: where to open it, and what it said.
type adapter struct {
	instance providers.Instance
	// theirs says that the instance is the peer's own, and not the one under test.
	// Instances are never compared: a vendor's may hold what can't be.
	theirs bool
	// provider is what it was found through, released when the target is made.
	provider nd2.Provider
	id       uint64
	// addresses are all that the provider lists for it, in its order; connections are made from and to address.
	addresses []netip.Addr
	address   netip.Addr
	info      nd2.AdapterInfo
	// windows says whether it has memory windows, as far as CreateMemoryWindow tells: no flag does.
	windows bool
}

// end returns what clients need to know of the adapter.
func (a adapter) end() ndclient.End {
	return ndclient.End{Instance: a.instance, Provider: a.provider, ID: a.id, Address: a.address, Info: a.info}
}

// is reports whether two are one adapter.
func (a adapter) is(b adapter) bool { return a.theirs == b.theirs && a.id == b.id }

// Waiting says what a process has not answered that holds a provider of the target; see [providers.Waiting].
func (t *Target) Waiting() string {
	for _, a := range []adapter{t.local, t.peer} {
		if far, ok := a.instance.(providers.Waiting); ok && far.Waiting() != "" {
			return far.Waiting()
		}
	}
	return ""
}

// NewTarget finds the adapters to test: the first of local's, and as its peer
// the first of peer's. With a nil peer, the other end is local's second adapter
// of equal features, or the first itself if it can connect to itself: whichever
// the first can reach within routeLimit each. The instances stay the
// caller's.
//
// [Calls] has the calls by which they are found.
func NewTarget(local, peer providers.Instance, routeLimit time.Duration) (*Target, error) {
	calling.Store(trace.NewRecorder())
	mine, release, err := discover(local)
	defer release()
	if err != nil {
		return nil, err
	}
	candidates := partners(mine)
	if peer != nil {
		theirs, release, err := discover(peer)
		defer release()
		if err != nil {
			return nil, fmt.Errorf("peer: %w", err)
		}
		theirs[0].theirs = true
		candidates = theirs[:1]
	}
	if len(candidates) == 0 {
		return nil, ErrNoPeer
	}
	routes := routesTo(mine[0], candidates)
	if len(routes) == 0 {
		return nil, ErrNoFamily
	}
	chosen := choose(routes, routeLimit)
	return &Target{
		local: chosen.from, peer: chosen.to, families: chosen.families(routes, routeLimit), plain: mine[1:],
		routeLimit: routeLimit, recorder: trace.NewRecorder(),
	}, nil
}

// partners lists the adapters of one provider that its first can be connected to:
// others of equal features, then itself if it claims loopback connections.
func partners(mine []adapter) (list []adapter) {
	first := mine[0].info
	for _, a := range mine[1:] {
		if a.info.AdapterFlags == first.AdapterFlags &&
			(a.info.MaxSharedReceiveQueueDepth > 0) == (first.MaxSharedReceiveQueueDepth > 0) {
			list = append(list, a)
		}
	}
	if first.AdapterFlags&nd2.AdapterLoopbackConnections != 0 {
		list = append(list, mine[0])
	}
	return list
}

// AdapterInfo is what the adapter under test and its peer say of themselves.
func (t *Target) AdapterInfo() (local, peer nd2.AdapterInfo) { return t.local.info, t.peer.info }

// whose says which end of a connection an adapter is, for the trace.
func (t *Target) whose(a adapter) string {
	if a.is(t.local) {
		return "of the adapter under test"
	}
	return "of the adapter at the other end"
}

// discover lists a provider's adapters, each with its addresses, in the order of
// the provider's address list. They can be opened through the provider that found
// them until it is released.
func discover(instance providers.Instance) (adapters []adapter, release func(), err error) {
	provider := instance.ND2()
	if provider == nil {
		return nil, func() {}, errors.New("the provider returned no IND2Provider")
	}
	adapters, err = adaptersOf(trace.Provider(calling.Load(), provider, "of the search for adapters"))
	for i := range adapters {
		adapters[i].instance = instance
	}
	return adapters, func() { provider.Release() }, err
}

func adaptersOf(provider nd2.Provider) (adapters []adapter, err error) {
	list, err := addresses(provider.QueryAddressList)
	if err != nil {
		return nil, fmt.Errorf("IND2Provider::QueryAddressList: %w", err)
	}
	for _, sockaddr := range list.Address {
		address, ok := nd2.ParseSockaddr(sockaddr)
		if !ok {
			return nil, fmt.Errorf("IND2Provider::QueryAddressList listed a malformed address % x", sockaddr)
		}
		var id uint64
		if s := provider.ResolveAddress(sockaddr, &id); s != nd2.Success {
			return nil, fmt.Errorf("IND2Provider::ResolveAddress of the listed address %v returned %v", address.Addr(), s)
		}
		i := slices.IndexFunc(adapters, func(a adapter) bool { return a.id == id })
		if i < 0 {
			info, windows, err := query(provider, id)
			if err != nil {
				return nil, err
			}
			i = len(adapters)
			adapters = append(adapters, adapter{provider: provider, id: id, info: info, windows: windows})
		}
		adapters[i].addresses = append(adapters[i].addresses, address.Addr())
	}
	if len(adapters) == 0 {
		return nil, errors.New("the provider lists no adapter addresses")
	}
	return adapters, nil
}

// query asks an adapter what it can do.
func query(provider nd2.Provider, id uint64) (info nd2.AdapterInfo, windows bool, err error) {
	var object nd2.Unknown
	if s := provider.OpenAdapter(nd2.IIDAdapter, id, &object); s != nd2.Success {
		return info, windows, fmt.Errorf("IND2Provider::OpenAdapter of adapter %#x returned %v", id, s)
	}
	adapter, ok := object.(nd2.Adapter)
	if !ok {
		return info, windows, fmt.Errorf("IND2Provider::OpenAdapter returned a %T, which is not an IND2Adapter", object)
	}
	defer adapter.Release()
	info, s := providers.QueryInfo(adapter)
	if s != nd2.Success {
		return info, windows, fmt.Errorf("IND2Adapter::Query with sizeof(ND2_ADAPTER_INFO) returned %v", s)
	}
	return info, windowsOf(adapter), nil
}

// windowless are the answers of CreateMemoryWindow by which an adapter says that it has no windows.
var windowless = []nd2.Status{
	nd2.NotSupported, nd2.InvalidDeviceRequest, nd2.InsufficientResources, nd2.NoMemory, notImplemented,
}

// notImplemented is E_NOTIMPL, as COM's providers answer.
const notImplemented nd2.Status = 0x80004001

// windowsOf reports whether an adapter has memory windows. If CreateMemoryWindow panics or fails in
// another way than by having none, specs show that.
func windowsOf(adapter nd2.Adapter) (has bool) {
	defer func() { has = has || recover() != nil }()
	var window nd2.Unknown
	s := adapter.CreateMemoryWindow(nd2.IIDMemoryWindow, &window)
	if window != nil {
		window.Release()
	}
	return !slices.Contains(windowless, s)
}

// roomForList is more than any list of addresses takes, in bytes.
const roomForList = 1 << 16

// addresses calls a QueryAddressList as the documents ask: in a loop, since the
// size may change between the calls. The size that is needed is told with
// ND_BUFFER_OVERFLOW alone; after another failure, or where it keeps growing, there is room for all.
func addresses(query func(*nd2.SocketAddressList, *uint32) nd2.Status) (list nd2.SocketAddressList, err error) {
	var size uint32
	s := query(nil, &size)
	const told, most = 8, 16
	for tries := 0; s.Failed() && tries < most; tries++ {
		if s != nd2.BufferOverflow || tries >= told {
			size = roomForList
		}
		s = query(&list, &size)
	}
	if s != nd2.Success {
		return list, errors.New("returned " + s.String())
	}
	return list, nil
}

type targetKey struct{}

// WithTarget returns specs that run with the context their target.
func WithTarget(ctx context.Context, t *Target) context.Context {
	return context.WithValue(ctx, targetKey{}, t)
}

func targetOf(ctx context.Context) *Target {
	t, ok := ctx.Value(targetKey{}).(*Target)
	if !ok {
		panic("spec: the suite runs without a target; see WithTarget")
	}
	return t
}

func (t *Target) reset(id string, labels []string) {
	t.drawing.spec, t.drawing.labels = id, labels
	t.given.Store(nil)
	t.supply.supplied(t.recorder)
	t.recorder = trace.NewRecorder()
	calling.Store(t.recorder)
	current.Store(t)
	t.mayCarry(min(t.local.info.MaxTransferLength, t.peer.info.MaxTransferLength))
	t.progress.reset()
	t.ending.reset()
	t.guard(t.recorder)
	t.removes()
}
