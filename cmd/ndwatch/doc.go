// Command ndwatch is the validation layer as a NetworkDirect provider for Windows: a DLL that stands in
// front of a vendor's, and says which of the two, the program or the vendor's DLL, breaks which rule. Built
// with mingw it is ndwatch.dll:
//
//	GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc \
//	  go build -buildmode=c-shared -o ndwatch.dll ./cmd/ndwatch
//
// It does nothing unless the environment variable NDWATCH is set: what a program asks of it, it asks of the
// vendor's DLL, and returns that one's objects. docs/watching.md is for people who use it.
//
// # Variables
//
// NDWATCH_PROVIDER is the vendor's DLL: its path, or a selector of provider dll. Without it, or if that names
// none, it is the first one in the Winsock catalogue that is not this one. NDWATCH_FINDINGS is the file to
// which findings are appended, one JSON object a line; without it they go to standard error. NDWATCH_EXTENSIONS=refuse
// has interfaces refused that no document defines, instead of handed on unwatched. NDWATCH_BREAK
// breaks into the debugger at the first finding.
//
// # Goroutines
//
// Only those of provider dll.
package main
