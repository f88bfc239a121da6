//go:build race

package explore_test

// underRace says that most of the process's memory is the race detector's, which grows with what is touched for the first
// time: bytes that are left behind can't be told from it.
const underRace = true
