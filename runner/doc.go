// Package runner carries out a plan: it lists and selects specs, starts workers
// that run them with Ginkgo, and gives each a verdict.
//
// The plan ([Suite], [Selection]) and the run ([Run], [Resume]) are made by the supervisor. A
// worker ([Work]) is the same binary, started again with a batch of specs: it drives Ginkgo, judges
// each spec and sends an event for each step through the event pipe, sealed so that a provider
// can't forge one. A worker that crashes, exits, hangs, floods its output or takes too much memory
// costs the spec that it was in; a new one takes the rest. After an error a process is not trusted
// with another spec, and ends by itself. What happens is noted in a journal, from which the report
// is made: see package journal.
//
// # Goroutines
//
//   - supervisor, one per lane: runs one worker after another, and ends when no
//     spec is left or the run is ended.
//   - supervisor, one per worker: looks at its memory, and ends with it.
//   - supervisor, one per worker: that of os/exec that copies the worker's output; it
//     ends with the worker, or a grace period after it was told to end.
//   - supervisor, one per worker: listens to its events, and ends when they do.
//   - supervisor, one per worker: sends it control messages, and ends with it.
//   - worker, one: reads standard input to its end, which is the order to stop,
//     and then makes sure that the process ends within a grace period.
//   - worker, one: opens the providers, or closes them. If a provider never
//     returns, the goroutine never ends, and the process is ended.
package runner
