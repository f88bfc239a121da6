// Package reports is what a run found, and what all reports of it share: causes, profiles, the outcome in
// words. The formats are in folders: html, junit, text, markdown and badge; JSON is the [Run] itself. A
// writer is a pure function from the Run to bytes: it reads no clock, no environment and no file, so that a
// report can be written again from the same findings.
package reports
