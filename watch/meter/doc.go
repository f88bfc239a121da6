// Package meter measures what a program does with its adapters, beside the checks of the validation layer: a
// [Meter] sees the calls, and has a traffic.Traffic of them.
package meter
