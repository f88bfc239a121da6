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

// Faults implements [providers.FaultInjector].
func (i *instance) Faults() []providers.FaultKind {
	return []providers.FaultKind{
		providers.AdapterRemoved, providers.OutOfMemory, providers.OutOfResources,
		providers.AffinityUnsupported, providers.QueueFailure, providers.RequestDamaged,
		providers.RequestInternal, providers.ResponderInternal, providers.CancelFails,
		providers.PortsExhausted, providers.HostUnreachable, providers.NetworkUnreachable,
		providers.Partition, providers.Hold, providers.Unreliable,
	}
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
	switch f.Kind {
	case providers.OutOfMemory:
		return failCall(d, f.Call, nd2.NoMemory)
	case providers.OutOfResources:
		return failCall(d, f.Call, nd2.InsufficientResources)
	case providers.RequestDamaged:
		return failRequest(d, f.Request, rc.LocalOperation, false)
	case providers.RequestInternal:
		return failRequest(d, f.Request, rc.Internal, false)
	case providers.ResponderInternal:
		return failRequest(d, f.Request, rc.Internal, true)
	case providers.AffinityUnsupported:
		return d.HideAffinity(), nil
	case providers.CancelFails:
		return d.FailCancel(), nil
	case providers.QueueFailure:
		d.FailQueues()
		return func() {}, nil
	case providers.PortsExhausted:
		return m.ExhaustPorts(), nil
	case providers.HostUnreachable:
		return m.LoseRoutes(nd2.HostUnreachable), nil
	case providers.NetworkUnreachable:
		return m.LoseRoutes(nd2.NetworkUnreachable), nil
	case providers.Partition:
		return impair(d, d.Port().Partition), nil
	case providers.Hold:
		return impair(d, d.Port().Hold), nil
	case providers.Unreliable:
		return impair(d, d.Port().Unreliable), nil
	}
	return nil, fmt.Errorf("ref: fault %q is not known", f.Kind)
}

func failCall(d *nic.Device, call string, s nd2.Status) (undo func(), err error) {
	if !slices.Contains(calls, call) {
		return nil, fmt.Errorf("ref: call %q is not known, or has no status", call)
	}
	return d.FailCall(call, s), nil
}

func failRequest(d *nic.Device, request string, o rc.Outcome, atResponder bool) (undo func(), err error) {
	for t := nd2.RequestReceive; t <= nd2.RequestWrite; t++ {
		if t.String() != request {
			continue
		}
		arrives := t == nd2.RequestSend || t == nd2.RequestRead || t == nd2.RequestWrite
		if atResponder && !arrives {
			return nil, fmt.Errorf("ref: no %s arrives from a peer", request)
		}
		return d.FailRequest(t, o, atResponder), nil
	}
	return nil, fmt.Errorf("ref: request type %q is not known", request)
}

// impair switches something on until undone, and then delivers what has waited.
func impair(d *nic.Device, on func(bool)) (undo func()) {
	on(true)
	return sync.OnceFunc(func() {
		on(false)
		settle(d.Port())
	})
}

// settle returns once what is on its way to the port within this process has been
// received, and the answers to it as well: who has seen the peer give up, while its
// last word was held, finds that word there. The caller is none of the provider's own.
func settle(p fabric.Port) {
	for range 2 {
		p.Run()
		for mark := p.Mark(); !p.Passed(mark); p.Run() {
			runtime.Gosched()
		}
	}
}

// calls are the methods that return a status and whose failure can be asked for.
var calls = []string{
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
