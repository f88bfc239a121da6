// Command ndref is the reference engine as a NetworkDirect provider for Windows: a
// DLL with DllGetClassObject and COM's vtables, which programs written for ND2 can
// load. Built with mingw it is ndref.dll:
//
//	GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc \
//	  go build -buildmode=c-shared -o ndref.dll ./cmd/ndref
//
// The environment variable NDREF_OPTIONS holds the engine's options, as
// --provider=ref,… takes them; docs/providers/ndref.md is for people who write
// programs with the DLL.
//
// # From a call to the engine
//
// A method of a vtable (vtables.c) puts its parameters into an array and calls
// ndrefCall, which finds the object by its pointer (object.go) and the method by its
// place in the vtable (nd2_*.go, nd1_*.go). Parameters are converted to Go's types as
// they are used (call.go): memory that can't be read or written is refused by the
// parameter's number, and an object that is none of the DLL's is passed on as a foreign
// one.
//
// # Requests
//
// An overlapped file is a named pipe (pipe.c), so that events, packets and the low bit
// of hEvent are the system's own. For each OVERLAPPED of a client the engine has its own;
// what the engine does to that one, request.go does to the client's.
//
// # Goroutines
//
// Only the engine's.
package main
