// Package timeout limits how long a process is waited for: this one, or one that it has started.
// Time in which threads of the process were ready to run and had no processor does not count,
// where the system tells, nor does time in which nobody could look; but a wait ends after a
// multiple of its limit.
package timeout
