// Package evidence reads a journal as what a certificate rests on. A report takes
// a journal's last word on each spec; a certificate also asks whether the journal
// is one that a run could have left: every result after its start, none bettered
// later, one provider from the first to the last.
package evidence
