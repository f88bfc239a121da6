package ref

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// An injection injects a fault into an adapter and its connections, until undone.
type injection func(*nic.Device, *nic.ConnectionManager, providers.Fault) (undo func(), err error)

// injections are the faults of an adapter that is present.
var injections = []struct {
	kind   providers.FaultKind
	inject injection
}{
	{providers.OutOfMemory, failCall(nd2.NoMemory)},
	{providers.OutOfResources, failCall(nd2.InsufficientResources)},
	{providers.AffinityUnsupported, ofDevice((*nic.Device).HideAffinity)},
	{providers.QueueFailure, permanent((*nic.Device).FailQueues)},
	{providers.CompletionQueueFailure, permanent((*nic.Device).FailCompletionQueues)},
	{providers.SharedReceiveQueueFailure, permanent((*nic.Device).FailSharedReceiveQueues)},
	{providers.RequestDamaged, failRequest(rc.LocalOperation, false)},
	{providers.RequestInternal, failRequest(rc.Internal, false)},
	{providers.ResponderInternal, failRequest(rc.Internal, true)},
	{providers.CancelFails, ofDevice((*nic.Device).FailCancel)},
	{providers.PortsExhausted, ofConnections((*nic.ConnectionManager).ExhaustPorts)},
	{providers.HostUnreachable, loseRoutes(nd2.HostUnreachable)},
	{providers.NetworkUnreachable, loseRoutes(nd2.NetworkUnreachable)},
	{providers.Partition, impair(fabric.Port.Partition)},
	{providers.Hold, impair(fabric.Port.Hold)},
	{providers.Unreliable, impair(fabric.Port.Unreliable)},
}

// Faults implements [providers.FaultInjector].
func (i *instance) Faults() []providers.FaultKind {
	kinds := []providers.FaultKind{providers.AdapterRemoved}
	for _, one := range injections {
		kinds = append(kinds, one.kind)
	}
	return kinds
}

// Inject implements [providers.FaultInjector].
func (i *instance) Inject(f providers.Fault) (undo func(), err error) {
	h := i.adapter(f.Adapter)
	if h == nil {
		return nil, fmt.Errorf("ref: there is no adapter %#x", f.Adapter)
	}
	if f.Kind == providers.AdapterRemoved {
		return h.remove(), nil
	}
	d, m := h.present()
	if d == nil {
		return nil, fmt.Errorf("ref: adapter %#x has been removed", f.Adapter)
	}
	for _, one := range injections {
		if one.kind == f.Kind {
			return one.inject(d, m, f)
		}
	}
	return nil, fmt.Errorf("ref: fault %q is not known", f.Kind)
}

func ofDevice(inject func(*nic.Device) (undo func())) injection {
	return func(d *nic.Device, _ *nic.ConnectionManager, _ providers.Fault) (func(), error) {
		return inject(d), nil
	}
}

func ofConnections(inject func(*nic.ConnectionManager) (undo func())) injection {
	return func(_ *nic.Device, m *nic.ConnectionManager, _ providers.Fault) (func(), error) {
		return inject(m), nil
	}
}

// permanent is a fault that can't be undone, such as a queue's failure.
func permanent(fail func(*nic.Device)) injection {
	return ofDevice(func(d *nic.Device) (undo func()) {
		fail(d)
		return func() {}
	})
}

func loseRoutes(s nd2.Status) injection {
	return ofConnections(func(m *nic.ConnectionManager) (undo func()) { return m.LoseRoutes(s) })
}

func failCall(s nd2.Status) injection {
	return func(d *nic.Device, _ *nic.ConnectionManager, f providers.Fault) (func(), error) {
		if !slices.Contains(failable, f.Call) {
			return nil, fmt.Errorf("ref: call %q is not known, or has no status", f.Call)
		}
		return d.FailCall(f.Call, s), nil
	}
}

func failRequest(o rc.Outcome, atResponder bool) injection {
	return func(d *nic.Device, _ *nic.ConnectionManager, f providers.Fault) (func(), error) {
		t, known := requestNamed(f.Request)
		if !known {
			return nil, fmt.Errorf("ref: request type %q is not known", f.Request)
		}
		arrives := t == nd2.RequestSend || t == nd2.RequestRead || t == nd2.RequestWrite
		if atResponder && !arrives {
			return nil, fmt.Errorf("ref: no %s arrives from a peer", f.Request)
		}
		return d.FailRequest(t, o, atResponder), nil
	}
}

func requestNamed(name string) (t nd2.RequestType, known bool) {
	for t := nd2.RequestReceive; t <= nd2.RequestWrite; t++ {
		if t.String() == name {
			return t, true
		}
	}
	return 0, false
}

// impair switches an impairment on; undo switches it off and delivers the frames held
// meanwhile.
func impair(set func(fabric.Port, bool)) injection {
	return ofDevice(func(d *nic.Device) (undo func()) {
		set(d.Port(), true)
		return sync.OnceFunc(func() {
			set(d.Port(), false)
			settle(d.Port())
		})
	})
}

// settle returns once the port has received the frames on their way in this process,
// and the answers to them. So a client that saw its peer give up while the peer's last
// message was held finds that message. The provider's own goroutines never call it.
func settle(p fabric.Port) {
	for range 2 {
		p.Run()
		for mark := p.Mark(); !p.Passed(mark); p.Run() {
			runtime.Gosched()
		}
	}
}

// failable are the methods with a status that can be made to fail.
var failable = []string{
	"IND2Provider::ResolveAddress", "IND2Provider::OpenAdapter",
	"IND2Overlapped::CancelOverlappedRequests",
	"IND2Adapter::CreateOverlappedFile", "IND2Adapter::Query", "IND2Adapter::QueryAddressList",
	"IND2Adapter::CreateCompletionQueue", "IND2Adapter::CreateMemoryRegion",
	"IND2Adapter::CreateMemoryWindow", "IND2Adapter::CreateSharedReceiveQueue",
	"IND2Adapter::CreateQueuePair", "IND2Adapter::CreateQueuePairWithSrq",
	"IND2Adapter::CreateConnector", "IND2Adapter::CreateListener",
	"IND2CompletionQueue::GetNotifyAffinity", "IND2CompletionQueue::Resize", "IND2CompletionQueue::Notify",
	"IND2SharedReceiveQueue::GetNotifyAffinity", "IND2SharedReceiveQueue::Modify",
	"IND2SharedReceiveQueue::Notify", "IND2SharedReceiveQueue::Receive",
	"IND2MemoryRegion::Register", "IND2MemoryRegion::Deregister",
	"IND2QueuePair::Flush", "IND2QueuePair::Send", "IND2QueuePair::Receive", "IND2QueuePair::Bind",
	"IND2QueuePair::Invalidate", "IND2QueuePair::Read", "IND2QueuePair::Write",
	"IND2Connector::Bind", "IND2Connector::Connect", "IND2Connector::CompleteConnect",
	"IND2Connector::Accept", "IND2Connector::Reject", "IND2Connector::GetReadLimits",
	"IND2Connector::GetPrivateData", "IND2Connector::GetLocalAddress", "IND2Connector::GetPeerAddress",
	"IND2Connector::NotifyDisconnect", "IND2Connector::Disconnect",
	"IND2Listener::Bind", "IND2Listener::Listen", "IND2Listener::GetLocalAddress",
	"IND2Listener::GetConnectionRequest",
	"INDConnector::CreateEndpoint",
	"NDK_PD_DISPATCH::NdkCreateSrq", "NDK_PD_DISPATCH::NdkCreateQpWithSrq",
}
