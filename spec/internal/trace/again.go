package trace

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Again has a call that was refused for want of resources made once more, with the same arguments,
// if may says so of its method: the lack may be of the moment. was is called if it was.
func (r *Recorder) Again(may func(method string) bool, was func(method string)) {
	r.again, r.ofMoment = may, was
}

// repeated are the methods that may be called once more: they take nothing that a refusal leaves
// half taken.
var repeated = map[string]bool{
	calls.ProviderResolveAddress: true, calls.ProviderOpenAdapter: true, calls.AdapterCreateOverlappedFile: true,
	calls.AdapterCreateCompletionQueue: true, calls.AdapterCreateMemoryRegion: true, calls.AdapterCreateMemoryWindow: true,
	calls.AdapterCreateSharedReceiveQueue: true, calls.AdapterCreateQueuePair: true,
	calls.AdapterCreateQueuePairWithSrq: true, calls.AdapterCreateConnector: true, calls.AdapterCreateListener: true,
	calls.CQGetNotifyAffinity: true, calls.CQResize: true, calls.CQNotify: true, calls.SRQGetNotifyAffinity: true,
	calls.SRQModify: true, calls.SRQNotify: true, calls.MRRegister: true, calls.ConnectorBind: true,
	calls.ListenerBind: true, calls.ListenerListen: true,
}

// made makes the call, and once more if it may be; both are shown.
func (c *call) made(call func() nd2.Status) nd2.Status {
	s, r, method := call(), c.recorder, MethodOf(c.object, c.method)
	if !Lacks(s) || r.again == nil || !r.again(method) {
		return s
	}
	first := *c
	first.result = s
	r.mu.Lock()
	first.finish()
	r.mu.Unlock()
	if s = call(); !Lacks(s) {
		r.ofMoment(method)
	}
	return s
}
