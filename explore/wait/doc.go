// Package wait says how long something has been waited for that a provider owes. Time in
// which nobody could look, since the process had not the processor, is not the provider's, which
// had it no more.
package wait
