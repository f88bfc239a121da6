package judge

import (
	"maps"
	"slices"
)

// Methods lists the methods that are watched.
func Methods() []string { return slices.Sorted(maps.Keys(methods)) }

// Overlapping lists those that take an OVERLAPPED for a request.
func Overlapping() []string { return withOverlapped }

// MaxUnshared is how many released shared queues are remembered, and MaxEnded how many requests that are over.
const (
	MaxUnshared = maxUnshared
	MaxEnded    = mostEnded
	MostSilent  = mostSilent
)

// Requests counts the requests that the checker keeps.
func (k *Checker) Requests() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.requests)
}

// Numbered is the n-th number that a checker gives to a queue pair or a request.
func Numbered(n uint64) uintptr { return uintptr(n * scatter) }
