// Package recorded notes the calls between a client and any provider, as data: the
// object, the parameters, and the outcome.
package recorded
