//go:build !linux && !windows

package leak

import (
	"runtime/debug"
	"runtime/metrics"
)

// Take samples this process's Go memory after it has released its unused memory. Handles are not counted.
func Take() Sample {
	debug.FreeOSMemory()
	used := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(used)
	var s Sample
	if used[0].Value.Kind() == metrics.KindUint64 {
		s.Memory = used[0].Value.Uint64()
	}
	return s
}

// Of samples another process from outside: all is hidden here, and so 0.
func Of(int) Sample { return Sample{} }
