// Package srq has mutants that break IND2SharedReceiveQueue.
package srq

import (
	"slices"

	"github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []mutant.Mutant {
	return slices.Concat(
		getNotifyAffinity(),
		modifyDepth(), modifyRefused(), modifyZero(),
		notify(), notifyThreshold(),
		receiveOrder(), receiveResults(),
		receiveSpared(),
	)
}
