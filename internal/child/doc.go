// Package child watches a process that this one has started: its memory while it lives, and its
// last output. It also keeps such a process away from this one's own memory.
package child
