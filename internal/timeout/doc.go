// Package timeout limits waiting for a process: this one, or a child. Time in which the
// process's threads were ready to run and had no processor does not count, where the system
// tells; nor does time in which nobody could look. But a wait ends after a multiple of its
// limit.
package timeout
