// Package session measures a provider in worker processes, one after another. A provider that takes a
// worker down, or hangs in it, costs the measurement that was being taken: another worker goes on with
// the others.
package session
