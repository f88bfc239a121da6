// Package trend writes how verdicts and run time went over many runs: as text, as JSON, and as a page
// with a plot. It is pure functions from runs to bytes.
package trend
