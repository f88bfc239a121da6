package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// An ndkObject is an object of NDK on the far side.
type ndkObject struct {
	*session
	number, adapter uint64
}

func (o *ndkObject) of() (*session, uint64) { return o.session, o.number }

// doNDK makes a call of NDK on the object.
func (o *ndkObject) doNDK(c *proto.NDKCall) *proto.Reply {
	return o.call(o.number, &proto.Call{Method: &proto.Call_Ndk{Ndk: c}})
}

func (o *ndkObject) statusNDK(c *proto.NDKCall) ndk.Status {
	return ndk.Status(o.doNDK(c).GetStatus())
}

// createNDK makes a call that creates an object, and stores that where its caller wants it.
func createNDK[T ndk.Object](o *ndkObject, c *proto.NDKCall, out *T) ndk.Status {
	r := o.doNDK(c)
	if t, ok := o.comesOutNDK(r.GetObject()).(T); ok {
		*out = t
	}
	return ndk.Status(r.GetStatus())
}

// Close implements [ndk.Object].
func (o *ndkObject) Close(completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	r := o.doNDK(&proto.NDKCall{Method: &proto.NDKCall_Close{Close: o.calling(completion, requestContext)}})
	o.released(o.number, r)
	return ndk.Status(r.GetStatus())
}

// QueryExtension implements [ndk.Object]. An extension's functions are not carried: the
// dispatch table is one that has none.
func (o *ndkObject) QueryExtension(id nd2.GUID, version ndk.Version, extension *ndk.ExtensionInterface) ndk.Status {
	r := o.doNDK(&proto.NDKCall{Method: &proto.NDKCall_QueryExtension{QueryExtension: &proto.NDKQueryExtension{Id: wire.IID(id), Version: wire.NDKVersion(version)}}})
	if came := r.GetNdk().GetExtension(); came != nil && extension != nil {
		*extension = ndk.ExtensionInterface{Version: wire.ToNDKVersion(came.GetVersion())}
		if came.GetDispatch() {
			extension.Dispatch = struct{}{}
		}
	}
	return ndk.Status(r.GetStatus())
}

// comesOutNDK returns the object that has come, or nil for none.
func (o *ndkObject) comesOutNDK(out *proto.Out) ndk.Object {
	if out.GetObject() == 0 {
		return nil
	}
	n := ndkObject{o.session, out.GetObject(), o.adapter}
	switch out.GetKind() {
	case proto.Kind_NDK_CQ:
		return &ndkCQ{ndkObject: n}
	case proto.Kind_NDK_PD:
		return &ndkPD{n}
	case proto.Kind_NDK_MR:
		return &ndkMR{n}
	case proto.Kind_NDK_SRQ:
		return &ndkSRQ{n}
	case proto.Kind_NDK_QP:
		return &ndkQP{n}
	case proto.Kind_NDK_CONNECTOR:
		return &ndkConnector{n}
	}
	return &n
}
