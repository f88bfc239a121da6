// Package child keeps an eye on a process that this one has started: on its memory while it
// lives, and on its last words.
package child
