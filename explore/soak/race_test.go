//go:build race

package soak_test

// underRace says that the race detector's own memory, which follows what is touched, is
// most of the process's: what leaks can't be told from it.
const underRace = true
