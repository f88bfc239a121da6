//go:build windows && cgo

package comdll

// #include "bridge.h"
import "C"

import "unsafe"

// kinds are the interfaces that the DLL implements.
var kinds struct {
	factory *kind

	provider, adapter, completionQueue, sharedReceiveQueue, memoryRegion *kind
	memoryWindow, queuePair, connector, listener                         *kind

	nd1Provider, nd1Adapter, nd1CompletionQueue, nd1MemoryWindow *kind
	nd1Endpoint, nd1Connector, nd1Listen                         *kind
}

func init() {
	k := &kinds
	k.factory = newKind(unsafe.Pointer(&C.comdll_factory), factoryCall)

	k.provider = newKind(unsafe.Pointer(&C.comdll_provider), providerCall)
	k.adapter = newKind(unsafe.Pointer(&C.comdll_adapter), adapterCall)
	k.completionQueue = newKind(unsafe.Pointer(&C.comdll_completion_queue), completionQueueCall)
	k.sharedReceiveQueue = newKind(unsafe.Pointer(&C.comdll_shared_receive_queue), sharedReceiveQueueCall)
	k.memoryRegion = newKind(unsafe.Pointer(&C.comdll_memory_region), memoryRegionCall)
	k.memoryWindow = newKind(unsafe.Pointer(&C.comdll_memory_window), memoryWindowCall)
	k.queuePair = newKind(unsafe.Pointer(&C.comdll_queue_pair), queuePairCall)
	k.connector = newKind(unsafe.Pointer(&C.comdll_connector), connectorCall)
	k.listener = newKind(unsafe.Pointer(&C.comdll_listener), listenerCall)

	k.nd1Provider = newKind(unsafe.Pointer(&C.comdll_nd1_provider), nd1ProviderCall)
	k.nd1Adapter = newKind(unsafe.Pointer(&C.comdll_nd1_adapter), nd1AdapterCall)
	k.nd1CompletionQueue = newKind(unsafe.Pointer(&C.comdll_nd1_completion_queue), nd1CompletionQueueCall)
	k.nd1MemoryWindow = newKind(unsafe.Pointer(&C.comdll_nd1_memory_window), (*call).unknownCall)
	k.nd1Endpoint = newKind(unsafe.Pointer(&C.comdll_nd1_endpoint), nd1EndpointCall)
	k.nd1Connector = newKind(unsafe.Pointer(&C.comdll_nd1_connector), nd1ConnectorCall)
	k.nd1Listen = newKind(unsafe.Pointer(&C.comdll_nd1_listen), nd1ListenCall)
}

// newKind makes a kind from a vtable and what its methods do.
func newKind(vtable unsafe.Pointer, methods func(*call) uintptr) *kind {
	return &kind{vtable, methods}
}
