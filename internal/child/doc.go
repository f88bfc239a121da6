// Package child starts a process and watches it: its memory while it lives, and its
// last output. It also keeps such a process away from this process's memory.
package child
