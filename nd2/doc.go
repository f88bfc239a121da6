// Package nd2 is the NetworkDirect v2 service provider interface in Go: the
// statuses, structures, flags and ten interfaces of ndspi.h, nddef.h and
// ndstatus.mc. Each COM interface is a Go interface, and each of its methods a
// Go method with the parameters in the same order.
//
// The transliteration is close on purpose, so that every rule in Microsoft's
// documents applies to it as written. What changes, and why:
//
//   - HRESULT is [Status]. Methods return it and never an error: ND_PENDING and
//     ND_TIMEOUT have success severity, so nothing may test success by sign.
//   - void* with a size in bytes is a []byte. The memory lies outside the Go
//     heap and its address is stable, so that hardware can use it.
//   - An array with a count is a slice. A size that goes in and comes out stays
//     a pointer beside its buffer.
//   - A context value (void*) is a uintptr, opaque to the provider.
//   - An interface asked for by IID comes back as an [Unknown] to be asserted
//     to the Go interface; an IUnknown parameter takes any Unknown, the wrong
//     one included.
//   - A struct sockaddr is a []byte in the layout of SOCKADDR_IN or
//     SOCKADDR_IN6; see [Sockaddr].
//   - OVERLAPPED, its event and the completion port are [Overlapped], [Event]
//     and [CompletionPort]; the HANDLE of an overlapped file is an
//     [OverlappedFile].
//
// The package imports the standard library only and has no behavior.
package nd2
