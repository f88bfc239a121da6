//go:build !race

package bench

// underRace says that the race detector looks on. It takes the last byte of a message, which the
// adapter stores while the program looks at it, for an error.
const underRace = false
