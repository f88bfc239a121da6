// Package dll is a Windows provider as it ships: a DLL whose COM vtables are called
// as package nd2 describes them. docs/providers/dll.md is written for the DLL's
// vendor.
//
// It needs Windows on a 64-bit processor, and no cgo. Elsewhere the provider exists
// by name only, and says what it needs.
//
// # Memory
//
// Whatever a call is given a pointer to lies outside the Go heap, in blocks that end in
// a guard (memory.go): a DLL that writes beyond what it was given is caught when the
// call returns. Only the data that scatter/gather entries name is the client's own.
// Each OVERLAPPED of a client has a proxy there, which lives as long (proxy_overlapped.go).
//
// # Goroutines
//
// An instance has one that drains its completion port, and one for every 63 events that are
// waited for (watch.go); for a request that also posts a packet, the packet is waited for
// first. Each occupies a thread, and ends in Close. The DLL's own threads are its own: it
// is never unloaded.
package dll
