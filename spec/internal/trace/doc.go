// Package trace stands between a spec and a provider: it forwards every call and
// remembers the last ones of each thread, so that a failure can show what led to it.
package trace
