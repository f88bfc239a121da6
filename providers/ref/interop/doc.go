// Package interop connects two providers, and tests both ends. By itself it connects
// two adapters of the reference engine over UDP; scripts/interop puts Linux's rdma_rxe
// at one end.
package interop
