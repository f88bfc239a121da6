//go:build windows && cgo

package main

// #include "bridge.h"
import "C"

import "unsafe"

// kinds are the interfaces that the DLL implements.
var kinds struct {
	factory *kind

	provider, adapter, completionQueue, sharedReceiveQueue, memoryRegion *kind
	memoryWindow, queuePair, connector, listener                         *kind

	v1Provider, v1Adapter, v1CompletionQueue, v1MemoryWindow *kind
	v1Endpoint, v1Connector, v1Listen                        *kind
}

func init() {
	k := &kinds
	k.factory = newKind(unsafe.Pointer(&C.ndref_factory), factoryCall)

	k.provider = newKind(unsafe.Pointer(&C.ndref_provider), providerCall)
	k.adapter = newKind(unsafe.Pointer(&C.ndref_adapter), adapterCall)
	k.completionQueue = newKind(unsafe.Pointer(&C.ndref_completion_queue), completionQueueCall)
	k.sharedReceiveQueue = newKind(unsafe.Pointer(&C.ndref_shared_receive_queue), sharedReceiveQueueCall)
	k.memoryRegion = newKind(unsafe.Pointer(&C.ndref_memory_region), memoryRegionCall)
	k.memoryWindow = newKind(unsafe.Pointer(&C.ndref_memory_window), memoryWindowCall)
	k.queuePair = newKind(unsafe.Pointer(&C.ndref_queue_pair), queuePairCall)
	k.connector = newKind(unsafe.Pointer(&C.ndref_connector), connectorCall)
	k.listener = newKind(unsafe.Pointer(&C.ndref_listener), listenerCall)

	k.v1Provider = newKind(unsafe.Pointer(&C.ndref_v1_provider), v1ProviderCall)
	k.v1Adapter = newKind(unsafe.Pointer(&C.ndref_v1_adapter), v1AdapterCall)
	k.v1CompletionQueue = newKind(unsafe.Pointer(&C.ndref_v1_completion_queue), v1CompletionQueueCall)
	k.v1MemoryWindow = newKind(unsafe.Pointer(&C.ndref_v1_memory_window), (*call).unknownCall)
	k.v1Endpoint = newKind(unsafe.Pointer(&C.ndref_v1_endpoint), v1EndpointCall)
	k.v1Connector = newKind(unsafe.Pointer(&C.ndref_v1_connector), v1ConnectorCall)
	k.v1Listen = newKind(unsafe.Pointer(&C.ndref_v1_listen), v1ListenCall)
}

// newKind makes a kind from a vtable and what its methods do.
func newKind(vtable unsafe.Pointer, methods func(*call) uintptr) *kind {
	return &kind{vtable, methods}
}
