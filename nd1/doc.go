// Package nd1 is the part of the NetworkDirect v1 service provider interface in Go
// that is covered: INDConnector::CreateEndpoint, and what an endpoint needs around
// it to carry data. It is the second half of ndspi.h, "HPC Pack 2008 SDK
// interface", transliterated as package nd2 is, with these additions:
//
//   - SIZE_T is a uintptr, DWORD a uint32, INT an int32.
//   - An out parameter of an interface type is a pointer to that interface: v1
//     asks for no interface id.
//   - ND_RESULT is the client's memory. A request is known by the [Result] that it
//     was given, which GetResults hands back, filled in.
//   - The statuses, flags, notification types, OVERLAPPED and overlapped files are
//     those of package nd2: nddef.h and ndstatus.mc serve both versions.
//
// Microsoft's pages for v1 are "Network Direct Service Provider Interface" of the
// MS-MPI documentation; a page is named after its method. The package imports the
// standard library and nd2 only, and has no behavior of its own.
package nd1
