// Package evidence reads a journal as what a certificate rests on. A report takes a
// journal's last word on each spec; a certificate also asks whether a run could
// have left such a journal: every result comes after its start, none becomes better
// later, and the provider is the same from the first line to the last.
package evidence
