package client

import (
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// kernel is what an instance is beside the rest if its provider offers NDKPI.
type kernel struct{ of *session }

// NDK implements [providers.NDK].
func (k kernel) NDK() ndk.Provider { return &ndkProvider{ndkObject{session: k.of}} }

type ndkProvider struct{ ndkObject }

// OpenAdapter implements [ndk.Provider].
func (p *ndkProvider) OpenAdapter(adapterID uint64, adapter *ndk.Adapter) ndk.Status {
	r := p.doNDK(&proto.NDKCall{Method: &proto.NDKCall_OpenAdapter{OpenAdapter: &proto.NDKOpenAdapter{AdapterId: adapterID}}})
	if n := r.GetObject().GetObject(); n != 0 {
		*adapter = &ndkAdapter{ndkObject{p.session, n, n}}
	}
	return ndk.Status(r.GetStatus())
}

// CloseAdapter implements [ndk.Provider].
func (p *ndkProvider) CloseAdapter(adapter ndk.Adapter) ndk.Status {
	given := p.given(adapter)
	r := p.doNDK(&proto.NDKCall{Method: &proto.NDKCall_CloseAdapter{CloseAdapter: &proto.NDKCloseAdapter{Adapter: given}}})
	p.released(given.GetObject(), r)
	p.forgetFunctions(given.GetObject())
	return ndk.Status(r.GetStatus())
}

type ndkAdapter struct{ ndkObject }

// QueryAdapterInfo implements [ndk.Adapter].
func (a *ndkAdapter) QueryAdapterInfo(info *ndk.AdapterInfo) ndk.Status {
	r := a.doNDK(&proto.NDKCall{Method: &proto.NDKCall_QueryAdapterInfo{QueryAdapterInfo: &proto.NDKQueryAdapterInfo{}}})
	put(info, wire.ToNDKInfo(r.GetNdk().GetInfo()))
	return ndk.Status(r.GetStatus())
}

// CreateCq implements [ndk.Adapter].
func (a *ndkAdapter) CreateCq(depth uint32, completion ndk.CreateCompletion, requestContext uintptr, cq *ndk.CQ) ndk.Status {
	return createNDK(&a.ndkObject, &proto.NDKCall{Method: &proto.NDKCall_CreateCq{CreateCq: &proto.NDKCreateCq{Depth: depth, Completion: a.giving(completion, requestContext)}}}, cq)
}

// CreatePd implements [ndk.Adapter].
func (a *ndkAdapter) CreatePd(completion ndk.CreateCompletion, requestContext uintptr, pd *ndk.PD) ndk.Status {
	return createNDK(&a.ndkObject, &proto.NDKCall{Method: &proto.NDKCall_CreatePd{CreatePd: &proto.NDKCreate{Completion: a.giving(completion, requestContext)}}}, pd)
}

// CreateConnector implements [ndk.Adapter].
func (a *ndkAdapter) CreateConnector(completion ndk.CreateCompletion, requestContext uintptr, connector *ndk.Connector) ndk.Status {
	return createNDK(&a.ndkObject, &proto.NDKCall{Method: &proto.NDKCall_CreateConnector{CreateConnector: &proto.NDKCreate{Completion: a.giving(completion, requestContext)}}}, connector)
}
