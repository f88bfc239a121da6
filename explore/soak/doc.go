// Package soak lets long-lived connections carry traffic, and compares every byte of it, while other objects come and
// go. It tells from samples what these leave behind: memory and handles that grow with their number are a leak.
package soak
