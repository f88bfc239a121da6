// Package comdll gives a provider the face of an ND2 DLL: DllGetClassObject and COM's vtables. A command
// built with -buildmode=c-shared says with [Serve] which provider it is.
//
// # From a call to the provider
//
// A method of a vtable (vtables.c) puts its parameters into an array and calls
// comdllCall, which finds the object by its pointer (object.go) and the method by its
// place in the vtable (methods_gen.go, which providers/dll/internal/generate writes).
// Parameters are converted to Go's types as they are used (call.go): memory that can't be
// read or written is refused by the parameter's number, and an object from elsewhere is
// passed on as foreign.
//
// # Requests
//
// An overlapped file is a named pipe (pipe.c), so that events, packets and the low bit
// of hEvent are the system's own. For each OVERLAPPED of a client the provider has its own;
// what the provider does to that one, request.go does to the client's.
//
// # Goroutines
//
// Only the provider's.
package comdll
