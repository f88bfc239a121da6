// Package dll is a Windows provider as it ships: a DLL whose COM vtables are called as
// package nd2 describes them. docs/providers/dll.md addresses the DLL's vendor.
//
// It needs Windows on a 64-bit processor, and no cgo. Elsewhere only the name is
// registered: opening it says what it needs.
//
// # Memory
//
// Every pointer that the DLL is given leads outside the Go heap, to blocks with a guard at
// their end (memory.go): when a call returns, a write behind its parameters is caught. Only
// the data named by scatter/gather entries is the client's memory. Each OVERLAPPED of a
// client has a proxy there with the same lifetime (proxy_overlapped.go).
//
// # Goroutines
//
// An instance has a goroutine that drains its completion port, and one goroutine for every
// 63 events it waits for (watch.go). For a request that also posts a packet, the packet is
// waited for first. Each goroutine occupies a thread until Close. The DLL's threads stay:
// it is never unloaded.
//
// # What is not ideal
//
// A write of the DLL to an OVERLAPPED after its request is found late, by sampling: inspect
// looks at some proxies each time (proxies.go). A proxy whose OVERLAPPED was collected is
// reused after a quarantine, so a very late write hits another request. A write beyond a
// scatter/gather entry shows only in specs that compare the bytes around it.
package dll

//go:generate go run ./internal/generate
