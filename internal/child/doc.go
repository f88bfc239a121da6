// Package child keeps an eye on a process that this one has started: on its memory while it
// lives, and on its last words. It also keeps such a process from this one's own memory.
package child
