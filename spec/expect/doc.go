// Package expect is what specs assert with: matchers with Gomega's names, most of them Gomega's own, and
// assertions that fail with a finding.
//
// Gomega's own Expect tells a handler of failures that anyone in the process can
// replace, a provider too. So no spec uses it, and files of specs import this package
// instead of Gomega.
package expect
