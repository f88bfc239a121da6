// Command ndref is the reference engine as a NetworkDirect provider of Windows: a DLL
// that programs written for ND2 load, with DllGetClassObject and COM's vtables. Built
// with mingw it is ndref.dll:
//
//	GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc \
//	  go build -buildmode=c-shared -o ndref.dll ./cmd/ndref
//
// NDREF_OPTIONS in the environment has the engine's options, as --provider=ref,… takes
// them; docs/providers/ndref.md is for who writes programs with it.
//
// # From a call to the engine
//
// A method of a vtable (vtables.c) puts its parameters into an array and calls
// ndrefCall, which finds the object by its pointer (object.go) and what is called by
// its place in the vtable (v2_*.go, v1_*.go). Parameters become Go's as they are used
// (call.go): memory that can't be read or written is refused by the parameter's number,
// and what isn't an object of the DLL's is passed on as one of nobody's.
//
// # Requests
//
// An overlapped file is a named pipe (pipe.c), so that events, packets and the low bit
// of hEvent are the system's own. The engine knows a client's OVERLAPPED by one of its
// own, which begins and ends it as the engine says (request.go).
//
// # Goroutines
//
// None but the engine's.
package main
