package runner

import (
	"encoding/json"
	"os"
	"os/exec"

	"github.com/ndconform/ndconform/runner/worker"
)

// Start starts a worker as a supervisor does, and gives what would be written to its
// standard input.
func Start(cmd *exec.Cmd, provider string, scale float64, specs ...string) (events *os.File, order []byte, err error) {
	b := worker.Batch{Provider: provider, TimeoutScale: scale, Specs: specs}
	events, _, err = start(cmd, &b.Events)
	if err != nil {
		return nil, nil, err
	}
	order, err = json.Marshal(b)
	return events, append(order, "{}"...), err
}
