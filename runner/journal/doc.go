// Package journal is the record of a run: a file of JSON lines that grows while
// the run goes on, so that nothing is lost however it ends, and the report that
// follows from it.
//
// The first line is the [Header]: what is run, by which suite, where, and the plan. Each
// other line is an [Entry]: one thing that happened. A report is a function of these
// lines alone, in [Record.Run]: the same code reports on a run while it goes on, when it
// is over, and a year later.
package journal
