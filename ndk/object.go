package ndk

import "github.com/ndconform/ndconform/nd2"

// Object is the part of the dispatch tables that all objects but the adapter share.
type Object interface {
	// Close is NDK_FN_CLOSE_OBJECT. It cannot fail; the consumer does not use the
	// object afterwards. It pends while anything of the object is in progress (a
	// request, a callback, a successor); its completion is the object's last callback.
	// A consumer may call it inside the completion that created the object.
	//
	// STATUS_SUCCESS; STATUS_PENDING. Source: NDK_FN_CLOSE_OBJECT; NDKPI Object
	// Lifetime Requirements.
	Close(completion CloseCompletion, requestContext uintptr) Status

	// QueryExtension is NDK_FN_QUERY_EXTENSION_INTERFACE. There are no standard
	// extensions.
	//
	// STATUS_SUCCESS; STATUS_NOT_SUPPORTED.
	// Source: NDK_FN_QUERY_EXTENSION_INTERFACE.
	QueryExtension(id nd2.GUID, version Version, extension *ExtensionInterface) Status
}

// Version is NDK_VERSION. Source: ndkinfo.h.
type Version struct{ Major, Minor uint16 }

// ExtensionInterface is NDK_EXTENSION_INTERFACE: a provider-defined dispatch table.
// Source: ndkpi.h.
type ExtensionInterface struct {
	Version  Version
	Dispatch any
}

// CreateCompletion is NDK_FN_CREATE_COMPLETION: the end of a creation that returned
// STATUS_PENDING. object is nil unless status is STATUS_SUCCESS.
type CreateCompletion func(context uintptr, status Status, object Object)

// RequestCompletion is NDK_FN_REQUEST_COMPLETION: the end of a request that
// returned STATUS_PENDING.
type RequestCompletion func(context uintptr, status Status)

// CloseCompletion is NDK_FN_CLOSE_COMPLETION: the end of a Close that returned
// STATUS_PENDING.
type CloseCompletion func(context uintptr)

// GroupAffinity is GROUP_AFFINITY: processors of a group, as a bitmap.
type GroupAffinity struct {
	Mask  uint64
	Group uint16
}
