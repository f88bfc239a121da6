package calls

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// An NDKCall has the parameters of an NDK call whose types differ from v2's, or of a callback.
type NDKCall struct {
	SRQ                 *NDKSharedReceiveQueue // the call's, or the created one
	Created             *ndk.SRQ
	Affinity            *ndk.GroupAffinity
	Notification        ndk.SRQNotification
	NotificationContext uintptr
	Create              ndk.CreateCompletion
	Complete            ndk.RequestCompletion
	Close               ndk.CloseCompletion
	Disconnected        ndk.DisconnectEvent
	DisconnectContext   uintptr
	RequestContext      uintptr // of CreateQpWithSrq; Context is the queue pair's
	Adapter             ndk.Adapter
	ReceiveCQ           ndk.CQ
	InitiatorCQ         ndk.CQ
	Shared              ndk.SRQ // the new queue pair's
	QueuePair           ndk.QP
	SrcAddress          []byte
	Info                *ndk.AdapterInfo
	Version             ndk.Version
	Extension           *ndk.ExtensionInterface
	SGL                 []ndk.SGE
	// By and Of are the object and the method that got a callback; Status and Object are its
	// parameters.
	By     *Object
	Of     string
	Status ndk.Status
	Object ndk.Object
	// Room is GetCqResults' array, and Results what it returns.
	Room, Results []ndk.Result
}

// The wrappers of NDK that are not generated.
type (
	ndkBase   struct{ Object }
	ndkObject struct{ ndkBase }

	// An NDKSharedReceiveQueue wraps an [ndk.SRQ].
	NDKSharedReceiveQueue struct {
		ndkObject
		Inner ndk.SRQ
		// PD is the domain that created it.
		PD *NDKProtectionDomain
		// Threshold, Context and Notification are what it was created with.
		Threshold    uint32
		Context      uintptr
		Notification ndk.SRQNotification
	}
)

func (w *ndkBase) begin(m *method) *Call {
	c := w.Object.begin(m)
	c.NDK = new(NDKCall)
	switch {
	case c.Method == NDKClose && w.Kind == "NDK_CQ":
		c.Method = NDKCloseCq
	case c.Method == NDKClose && w.Kind == "NDK_PD":
		c.Method = NDKClosePd
	case c.Method == NDKClose && w.Kind == "NDK_SRQ":
		c.Method = NDKCloseSrq
	}
	c.NDK.SRQ, _ = c.Self.(*NDKSharedReceiveQueue)
	return c
}

// wrapShared wraps the shared receive queue that a call creates.
func (c *Call) wrapShared(of ndk.SRQ) any {
	w := c.shared()
	w.Inner, w.own = of, of
	return w
}

// shared is the shared receive queue that a call creates. It exists before the provider's, since
// the provider may notify before the call has returned.
func (c *Call) shared() *NDKSharedReceiveQueue {
	if c.NDK == nil || c.NDK.SRQ == nil {
		q := &NDKSharedReceiveQueue{Threshold: c.Threshold}
		c.earlier(q.wraps("NDK_SRQ", nil, q))
		if c.NDK == nil {
			return q
		}
		q.PD, _ = c.Self.(*NDKProtectionDomain)
		q.Context, q.Notification = c.NDK.NotificationContext, c.NDK.Notification
		c.NDK.SRQ = q
	}
	return c.NDK.SRQ
}

// ModifyInner changes the provider's queue, which must do so without pending.
func (w *NDKSharedReceiveQueue) ModifyInner(depth, threshold uint32) ndk.Status {
	return w.Inner.ModifySrq(depth, threshold, func(uintptr, ndk.Status) {}, 0)
}

// GetCqResults implements [ndk.CQ].
func (w *NDKCompletionQueue) GetCqResults(results []ndk.Result) uint32 {
	c := w.begin(&ofNDKGetCqResults)
	c.NDK.Room = results
	c.pass()
	return uint32(copy(results, c.NDK.Results))
}

// takeNDKResults carries out GetCqResults.
func (c *Call) takeNDKResults() nd2.Status {
	c.Count = c.Self.(*NDKCompletionQueue).Inner.GetCqResults(c.NDK.Room)
	c.NDK.Results = c.NDK.Room[:min(int(c.Count), len(c.NDK.Room))]
	return nd2.Success
}
