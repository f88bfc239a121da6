// Package session measures a provider in worker processes, each of which measures one round. A provider
// that takes a worker down, or hangs in it, costs the measurement that was being taken: the round is begun
// anew without it.
package session
