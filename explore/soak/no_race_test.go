//go:build !race

package soak_test

const underRace = false
