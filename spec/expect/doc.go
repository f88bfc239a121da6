// Package expect is what specs assert with: Gomega's assertions, under the same names,
// on an instance that belongs to the suite.
//
// Gomega's own Expect tells a handler of failures that anyone in the process can
// replace, a provider too. So no spec uses it, and files of specs import this package
// instead of Gomega.
package expect
