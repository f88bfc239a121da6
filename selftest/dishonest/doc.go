// Package dishonest is the proof that a provider can't improve its own verdict: in its
// tests, a provider that breaks rules tries every trick that is open to code in a worker's
// process, and no spec's verdict is better than without the trick.
package dishonest
