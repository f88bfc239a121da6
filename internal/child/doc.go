// Package child keeps an eye on a process that this one has started: on its memory while it
// lives, on its last words, and on how long its threads wait for a processor, as this one's do.
// It also keeps such a process from this one's own memory.
package child
