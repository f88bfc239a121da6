// Package results writes what became of many certificates, as text, as JSON and as a page: which
// providers are certified for what, and which bundles do not verify.
package results
