package trace

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// Provider returns p, and notes in r every call on it and on its objects. whose says which end of a connection it is.
func Provider(r *Recorder, p nd2.Provider, whose string) nd2.Provider {
	return watch(p, r.seen, r.provider("provider", whose))
}

// ND1 is [Provider] for NetworkDirect v1.
func ND1(r *Recorder, p nd1.Provider, whose string) nd1.Provider {
	return watch(p, r.seen, r.provider("nd1-provider", whose))
}

// NDK is [Provider] for NDKPI. It also notes the provider's callbacks.
func NDK(r *Recorder, p ndk.Provider, whose string) ndk.Provider {
	return watch(p, r.seen, r.provider("ndk-provider", whose))
}

func watch[T any](object T, hook func(*calls.Call) nd2.Status, name string) T {
	object = calls.Watch(object, hook)
	calls.ObjectOf(object).Name = name
	return object
}

// seen notes a call that is not judged, and has it made.
func (r *Recorder) seen(k *calls.Call) nd2.Status { return r.pass(k, (*calls.Call).Proceed) }

// pass notes a call, and has it made by proceed.
func (r *Recorder) pass(k *calls.Call, proceed func(*calls.Call) nd2.Status) nd2.Status {
	if k.NDK != nil && k.NDK.By != nil {
		r.calledBack(k)
		return k.Proceed()
	}
	f := forms[k.Method]
	c := r.begin(k.Object.Name, k.Name(), f.labels, f.arguments(k)...)
	s := c.carryOut(k, proceed)
	c.returns(k, f, s)
	r.made(k)
	r.relate(k)
	return s
}

func (c *call) carryOut(k *calls.Call, proceed func(*calls.Call) nd2.Status) nd2.Status {
	if isGetOverlappedResult(k) {
		c.mayWait(k.Wait)
	}
	return c.made(k, proceed)
}

func isGetOverlappedResult(k *calls.Call) bool {
	return k.Method == calls.GetOverlappedResult || k.Method == calls.ND1GetOverlappedResult
}

// returns notes what a call has returned.
func (c *call) returns(k *calls.Call, f form, s nd2.Status) {
	r := c.recorder
	switch k.Method {
	case calls.CQGetResults, calls.ND1GetResults, calls.NDKGetCqResults:
		c.found(k)
	case calls.GetOverlappedResult, calls.ND1GetOverlappedResult:
		c.polled(s == nd2.Pending, s)
	case calls.MRGetLocalToken, calls.MRGetRemoteToken, calls.MWGetRemoteToken, calls.NDKGetLocalTokenFromMr:
		c.end(nil, "token", r.named(k.Count, c.object))
	case calls.AddRef, calls.Release:
		c.end(k.Count)
	case calls.ND1StartRequestBatch, calls.ND1SubmitRequestBatch, calls.ND1GetFileHandle, calls.NDKFlush:
		c.end(nil)
	case calls.MRRegister, calls.NDKRegisterMr:
		r.registered(c.object, k.Buffer)
		fallthrough
	default:
		c.end(statusIn(k, s), f.results(k)...)
	}
}

// statusIn is a status as the call's interface has it.
func statusIn(k *calls.Call, s nd2.Status) any {
	if k.NDK != nil {
		return ndk.Status(s)
	}
	return s
}

// made notes the object that has come out of a call, if there is one: it has a name if the judge follows it, or if it
// is the object that was asked.
func (r *Recorder) made(k *calls.Call) {
	o := k.Made
	if o == nil {
		return
	}
	if k.Method == calls.QueryInterface && o.Kind == k.Object.Kind {
		o.Name = k.Object.Name
	}
	r.enters(o)
}

func (r *Recorder) enters(o *calls.Object) {
	if o.Name == "" {
		o.Name = r.newName(kindOfInterface[o.Kind])
	}
	r.entered(o.Name, kindOfInterface[o.Kind])
}

// relate notes what a call says of objects that it was given and has made.
func (r *Recorder) relate(k *calls.Call) {
	switch {
	case k.Out == nil:
	case k.Method == calls.AdapterCreateQueuePair:
		r.reports(*k.Out, true, k.ReceiveCQ)
		r.reports(*k.Out, false, k.InitiatorCQ)
	case k.Method == calls.AdapterCreateQueuePairWithSrq:
		r.reports(*k.Out, false, k.InitiatorCQ)
		r.shares(*k.Out, k.SRQ)
	}
	if k.Method == calls.AdapterCreateQueuePairWithSrq {
		r.reports(k.SRQ, true, k.ReceiveCQ)
	}
}

// calledBack notes that the provider calls back.
func (r *Recorder) calledBack(k *calls.Call) {
	by, of := k.NDK.By.Name, k.NDK.Of
	if o := calls.ObjectOf(k.NDK.Object); o != nil && o.Name == "" {
		r.enters(o)
	}
	switch k.Method {
	case calls.NDKCreateCompletion:
		r.event(by, of+completion, "context status _", k.Context, k.NDK.Status, k.NDK.Object)
	case calls.NDKRequestCompletion:
		r.event(by, of+completion, "context status", k.Context, k.NDK.Status)
	case calls.NDKCloseCompletion:
		r.event(by, of+completion, "context", k.Context)
	case calls.NDKSrqNotification:
		r.event(by, of+" notification", "context status", k.Context, k.NDK.Status)
	case calls.NDKDisconnectEvent:
		r.event(by, "disconnect event", "context", k.Context)
	}
}
