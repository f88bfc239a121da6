// Package dishonest is the proof that a provider can't improve what is found of it: in
// its tests, a provider that breaks rules tries each trick that code in a worker's process
// has, and no spec's verdict is better than without the trick.
package dishonest
