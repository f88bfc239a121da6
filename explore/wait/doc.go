// Package wait says how long something has been waited for that a provider owes. Time in
// which nobody could look, since the process did not have the processor, is not held against
// the provider, which in most cases did not have it either.
package wait
