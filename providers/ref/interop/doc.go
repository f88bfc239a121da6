// Package interop tests that two providers can be the two ends of a connection. By
// itself it connects two adapters of the reference engine over UDP; scripts/interop
// puts Linux's rdma_rxe at one end.
package interop
