// Package soak has long-lived connections carry traffic, whose every byte is compared,
// while other objects come and go beside them, and tells from samples what these leave
// behind: memory and handles that grow with them are a leak.
package soak
