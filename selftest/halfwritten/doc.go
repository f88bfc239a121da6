// Package halfwritten is the reference engine as it would be while somebody still writes it: the
// provider "halfwritten", whose methods of later stages are stubs. The option stage says how
// far it has come, and style what a stub does. It is what the reports of such providers are tested
// with, and registers itself.
package halfwritten
