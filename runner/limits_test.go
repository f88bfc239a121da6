package runner

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/runner/worker"
	"github.com/ndconform/ndconform/spec"
)

// A spec ends by its own limit, and not with its worker.
func TestNoSpecIsSilentForTooLong(t *testing.T) {
	if longest := time.Duration(spec.LongTimeout) + 2*worker.Grace; silence <= longest {
		t.Errorf("a worker is given up after %v, and a spec may take %v", silence, longest)
	}
}
