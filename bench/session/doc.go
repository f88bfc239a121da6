// Package session measures a provider in worker processes, one round in each. If a provider crashes a
// worker, or hangs in it, the measurement in progress has failed, and the round begins anew without it.
package session
