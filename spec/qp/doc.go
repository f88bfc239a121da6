// Package qp holds the specs of IND2QueuePair: one file per method, and one for
// each thing that the methods have in common.
package qp
