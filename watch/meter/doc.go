// Package meter measures a program's traffic beside the validation layer's checks: a [Meter] sees the calls,
// and returns a traffic.Traffic.
package meter
