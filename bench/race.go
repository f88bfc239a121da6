//go:build race

package bench

// underRace says that the race detector is on. It reports a race on a message's last byte, which
// the adapter stores while the program loads it.
const underRace = true
