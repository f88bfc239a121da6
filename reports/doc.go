// Package reports is what a run found, and every way to write it down. A writer
// is a pure function from the [Run] to bytes: it reads no clock, no environment
// and no file, so that a report can be written again from the same findings.
package reports
