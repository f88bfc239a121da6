// Package wait measures how long a provider has been waited for. Time in which nobody could
// look, since the process did not have a processor, is not held against the provider, which
// in most cases did not have one either. Nor is time in which some other thread of the process
// had none, where the system says so; but then a wait ends after three times its limit.
package wait
