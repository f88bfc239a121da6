// Package runner carries out a plan: it lists and selects specs, starts workers that run them, and
// gives each a verdict.
//
// The plan ([Suite], [Selection]) and the run ([Run], [Resume]) are made by the supervisor. A
// worker is the same binary, started again with a batch of specs: see package worker. A worker
// that crashes, exits, hangs, floods its output or takes too much memory costs the spec that it
// was in; a new worker takes the rest. What happens is noted in a journal, from which the report
// is made: see package journal.
//
// # Goroutines
//
//   - one per lane: runs one worker after another, and ends when no spec is left or the run is
//     ended.
//   - one per worker: looks at its memory, and ends with it.
//   - one per worker: os/exec copies the worker's output; it ends with the worker, or
//     a grace period after it was told to end.
//   - one per worker: listens to its events, and ends when they do.
//   - one per worker: sends it control messages, and ends with it.
package runner
