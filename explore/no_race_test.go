//go:build !race

package explore_test

const underRace = false
