// Package nd1 is the covered part of the NetworkDirect v1 service provider interface in
// Go: INDConnector::CreateEndpoint, and what an endpoint needs to carry data. It is the
// second half of ndspi.h, "HPC Pack 2008 SDK interface", transliterated as package nd2
// is, with these additions:
//
//   - SIZE_T is a uintptr, DWORD a uint32, INT an int32.
//   - An out parameter of an interface type is a pointer to that interface: v1
//     asks for no interface id.
//   - ND_RESULT is the client's memory. A request is known by its [Result], which
//     GetResults hands back, filled in.
//   - The statuses, flags, notification types, OVERLAPPED and overlapped files are
//     those of package nd2: nddef.h and ndstatus.mc serve both versions.
//
// Microsoft's pages for v1 are "Network Direct Service Provider Interface" of the
// MS-MPI documentation; each page is named after its method. The package imports only
// the standard library and nd2, and has no behavior.
package nd1
