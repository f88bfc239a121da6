// Package recorded notes the calls that pass between a client and any provider, as data:
// on which object, with which parameters, and what came of them.
package recorded
