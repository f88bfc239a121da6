// Package worker is the side of a run that calls the provider. A worker is a process that [Work]
// makes one: it opens the provider, drives Ginkgo through the specs of a [Batch], judges each, and
// sends an [Event] for each step through its [EventPipe], sealed so that a provider can't forge one.
// A [Control] message tells it what the run has learned meanwhile. Instead of specs it may do a
// [Task]. After an error a process is not trusted with another spec, and ends by itself.
//
// # Goroutines
//
//   - one reads standard input to its end, which is the order to stop, and then makes sure that
//     the process ends within a grace period.
//   - one opens the providers, or closes them. If a provider never returns, the goroutine never
//     ends, and the process is ended.
package worker
