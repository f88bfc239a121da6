// Package finding is what a spec finds wrong, as data: what was expected, what was
// seen, by which rule, and the calls that led there. Specs make findings, the journal
// keeps them, and reports show them.
package finding
