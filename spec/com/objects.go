package com

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A kind of object has its documented interfaces, besides IUnknown.
type kind struct {
	name, variant string
	interfaces    []nd2.GUID
	make          func(s *Side) nd2.Unknown
}

var kinds = []kind{
	{"a provider", "", []nd2.GUID{nd2.IIDProvider}, func(s *Side) nd2.Unknown { return s.Provider() }},
	{"an adapter", "adapter", []nd2.GUID{nd2.IIDAdapter}, func(s *Side) nd2.Unknown { return s.Adapter }},
	{
		"a completion queue", "completion-queue",
		[]nd2.GUID{nd2.IIDCompletionQueue, nd2.IIDOverlapped},
		func(s *Side) nd2.Unknown { return s.CompletionQueue(1) },
	},
	{"a memory region", "memory-region", []nd2.GUID{nd2.IIDMemoryRegion, nd2.IIDOverlapped}, func(s *Side) nd2.Unknown {
		return s.MemoryRegion()
	}},
	{"a queue pair", "queue-pair", []nd2.GUID{nd2.IIDQueuePair}, func(s *Side) nd2.Unknown {
		return s.End(Shape{}).QueuePair
	}},
	{
		"a queue pair with a shared receive queue", "queue-pair-with-srq",
		[]nd2.GUID{nd2.IIDQueuePair},
		func(s *Side) nd2.Unknown { return s.End(Shape{SharedReceives: true}).QueuePair },
	},
	{
		"a shared receive queue", "shared-receive-queue",
		[]nd2.GUID{nd2.IIDSharedReceiveQueue, nd2.IIDOverlapped},
		func(s *Side) nd2.Unknown { return s.SharedReceiveQueue(1, 1, 0) },
	},
	{"a memory window", "memory-window", []nd2.GUID{nd2.IIDMemoryWindow}, func(s *Side) nd2.Unknown {
		return s.MemoryWindow()
	}},
	{"a connector", "connector", []nd2.GUID{nd2.IIDConnector, nd2.IIDOverlapped}, func(s *Side) nd2.Unknown {
		return s.Connector()
	}},
	{"a listener", "listener", []nd2.GUID{nd2.IIDListener, nd2.IIDOverlapped}, func(s *Side) nd2.Unknown {
		l, _ := s.Listener()
		return l
	}},
}

func eachKind(id string) (entries []TableEntry) {
	for _, k := range kinds {
		args := []any{Covers(id), k}
		if k.variant != "" {
			args = append(args, Variant(k.variant))
		}
		entries = append(entries, Entry("("+k.name+")", args...))
	}
	return entries
}

var _ = Describe("IUnknown", func() {
	DescribeTable("leads from each interface to every other",
		func(ctx SpecContext, k kind) {
			object := Behind(ctx, k.make(Local(ctx)))
			all := append([]nd2.GUID{nd2.IIDUnknown}, k.interfaces...)
			for _, by := range all {
				asked := query(ctx, object, by)
				for _, iid := range all {
					query(ctx, asked, iid)
				}
			}
		}, eachKind("com.queryinterface.reflexive"))

	DescribeTable("is the same pointer from each interface",
		func(ctx SpecContext, k kind) {
			object := Behind(ctx, k.make(Local(ctx)))
			identity := query(ctx, object, nd2.IIDUnknown).Pointer()
			for _, by := range append([]nd2.GUID{nd2.IIDUnknown}, k.interfaces...) {
				Expect(query(ctx, query(ctx, object, by), nd2.IIDUnknown).Pointer()).To(Equal(identity), "the pointer to IUnknown")
			}
		}, eachKind("com.queryinterface.identity"))

	DescribeTable("keeps the object alive until the reference that it added is released",
		func(ctx SpecContext, k kind) {
			object := Behind(ctx, k.make(Local(ctx)))
			held := query(ctx, object, k.interfaces[0])
			for range 3 { // giving and releasing must leave earlier references
				again, s := held.QueryInterface(nd2.IIDUnknown)
				Expect(s).To(Return(nd2.Success))
				again.Release()
			}
			query(ctx, held, k.interfaces[0])
			held.AddRef()
			held.Release()
			query(ctx, held, nd2.IIDUnknown)
		}, eachKind("com.queryinterface.own-reference"))

	DescribeTable("sets the pointer to NULL, if it refuses an interface that nobody has defined",
		func(ctx SpecContext, k kind) {
			found, s := Behind(ctx, k.make(Local(ctx))).QueryInterface(iidNobodys)
			if !s.Failed() {
				keep(ctx, found)
				return
			}
			Expect(found.Pointer()).To(BeZero(), "the pointer")
		}, eachKind("com.queryinterface.null-on-failure"))
})
