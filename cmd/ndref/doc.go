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
// Package comdll is the DLL's face.
package main
