//go:build windows && cgo

package comdll

// #include "bridge.h"
import "C"

import "unsafe"

// kinds are the interfaces that the DLL implements.
var kinds struct {
	// opaque is IUnknown.
	factory, opaque *kind

	provider, adapter, completionQueue, sharedReceiveQueue, memoryRegion *kind
	memoryWindow, queuePair, connector, listener                         *kind

	nd1Provider, nd1Adapter, nd1CompletionQueue, nd1MemoryWindow *kind
	nd1Endpoint, nd1Connector, nd1Listen                         *kind
}

func init() {
	k := &kinds
	k.opaque = newKind(unsafe.Pointer(&C.comdll_nd1_memory_window), 3, (*call).unknownCall)
	k.factory = newKind(unsafe.Pointer(&C.comdll_factory), 5, factoryCall)

	k.provider = newKind(unsafe.Pointer(&C.comdll_provider), 6, providerCall)
	k.adapter = newKind(unsafe.Pointer(&C.comdll_adapter), 14, adapterCall)
	k.completionQueue = newKind(unsafe.Pointer(&C.comdll_completion_queue), 9, completionQueueCall)
	k.sharedReceiveQueue = newKind(unsafe.Pointer(&C.comdll_shared_receive_queue), 9, sharedReceiveQueueCall)
	k.memoryRegion = newKind(unsafe.Pointer(&C.comdll_memory_region), 9, memoryRegionCall)
	k.memoryWindow = newKind(unsafe.Pointer(&C.comdll_memory_window), 4, memoryWindowCall)
	k.queuePair = newKind(unsafe.Pointer(&C.comdll_queue_pair), 10, queuePairCall)
	k.connector = newKind(unsafe.Pointer(&C.comdll_connector), 16, connectorCall)
	k.listener = newKind(unsafe.Pointer(&C.comdll_listener), 9, listenerCall)

	k.nd1Provider = newKind(unsafe.Pointer(&C.comdll_nd1_provider), 5, nd1ProviderCall)
	k.nd1Adapter = newKind(unsafe.Pointer(&C.comdll_nd1_adapter), 14, nd1AdapterCall)
	k.nd1CompletionQueue = newKind(unsafe.Pointer(&C.comdll_nd1_completion_queue), 8, nd1CompletionQueueCall)
	k.nd1MemoryWindow = newKind(unsafe.Pointer(&C.comdll_nd1_memory_window), 3, (*call).unknownCall)
	k.nd1Endpoint = newKind(unsafe.Pointer(&C.comdll_nd1_endpoint), 13, nd1EndpointCall)
	k.nd1Connector = newKind(unsafe.Pointer(&C.comdll_nd1_connector), 15, nd1ConnectorCall)
	k.nd1Listen = newKind(unsafe.Pointer(&C.comdll_nd1_listen), 6, nd1ListenCall)
}

// newKind makes a kind from a vtable, the number of its own methods, and what they do.
func newKind(vtable unsafe.Pointer, own int, methods func(*call) uintptr) *kind {
	return &kind{vtable: vtable, call: methods, own: own}
}
