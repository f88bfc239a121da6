package com

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var (
	iidClassFactory = nd2.GUID{Data1: 1, Data4: [8]byte{0xc0, 0, 0, 0, 0, 0, 0, 0x46}}
	classNobodys    = nd2.GUID{Data1: 0x6e64636f, Data2: 0x6e66, Data3: 0x4f72, Data4: [8]byte{0x8d, 7, 6, 5, 4, 3, 2, 1}}
	iidNobodys      = nd2.GUID{Data1: 0x6e64636f, Data2: 0x6e66, Data3: 0x4f72, Data4: [8]byte{0x8d, 1, 2, 3, 4, 5, 6, 7}}
)

// canUnload is DllCanUnloadNow's answer for a DLL that can be unloaded, S_OK.
const canUnload = nd2.Success

var _ = Describe("DllGetClassObject", func() {
	It("returns an IND2Provider", Covers("com.dllgetclassobject.provider"), func(ctx SpecContext) {
		provider, s := COM(ctx).ClassObject(nd2.IIDProvider)
		Expect(s).To(Return(nd2.Success))
		keep(ctx, provider)
	})

	It("returns another IND2Provider, which outlives the first", Covers("com.dllgetclassobject.again"),
		func(ctx SpecContext) {
			first, s := COM(ctx).ClassObject(nd2.IIDProvider)
			Expect(s).To(Return(nd2.Success))
			release := Own(ctx, first)
			second, s := COM(ctx).ClassObject(nd2.IIDProvider)
			Expect(s).To(Return(nd2.Success))
			release()
			query(ctx, keep(ctx, second), nd2.IIDProvider)
		})

	It("returns a class factory", Covers("com.dllgetclassobject.factory"), func(ctx SpecContext) {
		factory, s := COM(ctx).ClassObject(iidClassFactory)
		Expect(s).To(Return(nd2.Success))
		provider, s := COM(ctx).CreateInstance(keep(ctx, factory), nd2.IIDProvider)
		Expect(s).To(Return(nd2.Success))
		keep(ctx, provider)
	})

	It("fails and sets the pointer to NULL for a class that is unknown", Covers("com.dllgetclassobject.unknown-class"),
		func(ctx SpecContext) {
			object, s := COM(ctx).ClassObjectOf(classNobodys, nd2.IIDProvider)
			if !s.Failed() {
				keep(ctx, object)
			}
			Expect(s).To(ReturnFailure())
			Expect(object.Pointer()).To(BeZero(), "the pointer")
		})

	It("fails and sets the pointer to NULL for an interface of another kind of object",
		Covers("com.dllgetclassobject.unknown-interface"), func(ctx SpecContext) {
			object, s := COM(ctx).ClassObject(nd2.IIDQueuePair)
			Expect(s).To(ReturnFailure())
			Expect(object.Pointer()).To(BeZero(), "the pointer")
		})
})

var _ = Describe("DllCanUnloadNow", func() {
	It("is exported", Covers("com.dllcanunloadnow.exported"), func(ctx SpecContext) {
		_, exported := COM(ctx).CanUnloadNow()
		Expect(exported).To(BeSo("the DLL to export DllCanUnloadNow", "no such export"))
	})

	DescribeTable("does not return S_OK while a client has an object",
		func(ctx SpecContext, make func(ctx context.Context)) {
			make(ctx)
			Expect(unloadable(ctx)).NotTo(Equal(canUnload), "what DllCanUnloadNow returns")
		},
		Entry("(a provider)", Covers("com.dllcanunloadnow.in-use"), func(ctx context.Context) {
			provider, s := COM(ctx).ClassObject(nd2.IIDProvider)
			Expect(s).To(Return(nd2.Success))
			keep(ctx, provider)
		}),
		Entry("(an adapter)", Covers("com.dllcanunloadnow.in-use"), Variant("adapter"), func(ctx context.Context) {
			Local(ctx)
		}),
	)

	It("returns S_OK when every object has been released", Covers("com.dllcanunloadnow.unused"), func(ctx SpecContext) {
		provider, s := COM(ctx).ClassObject(nd2.IIDProvider)
		Expect(s).To(Return(nd2.Success))
		provider.Release()
		Expect(unloadable(ctx)).To(Equal(canUnload), "what DllCanUnloadNow returns")
	})
})

func unloadable(ctx context.Context) nd2.Status {
	s, exported := COM(ctx).CanUnloadNow()
	Expect(exported).To(BeSo("the DLL to export DllCanUnloadNow", "no such export"))
	return s
}

// keep releases a non-NULL object when the spec ends.
func keep(ctx context.Context, object providers.COMObject) providers.COMObject {
	Expect(object.Pointer()).NotTo(BeZero(), "the object that comes with ND_SUCCESS")
	AtEnd(ctx, func(context.Context) { object.Release() })
	return object
}

// query asks an object for an interface that it has, until the spec ends.
func query(ctx context.Context, object providers.COMObject, iid nd2.GUID) providers.COMObject {
	found, s := object.QueryInterface(iid)
	Expect(s).To(Return(nd2.Success))
	return keep(ctx, found)
}
