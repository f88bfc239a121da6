package reports

import (
	"fmt"
	"strconv"
	"time"

	"github.com/ndconform/ndconform/internal/plural"
)

// A Conduct says how a run was carried out, as far as that is no choice of what to judge by.
type Conduct struct {
	// Workers is how many ran side by side when the run began.
	Workers int `json:"workers,omitempty"`
	// Round is the number of the run among several of one command, from 1, and Rounds is how many there were to be: 0 if
	// they were to go on until one failed. Both are 0 for a run that was alone. What the other rounds found is not known.
	Round  int `json:"round,omitempty"`
	Rounds int `json:"rounds,omitempty"`
	// Shards is of how many the run was merged, and Resumed how often another process went on with it.
	Shards  int `json:"shards,omitempty"`
	Resumed int `json:"resumed,omitempty"`
}

// SpecLimit is how long a spec may take at a --timeout-scale of 1, unless it sets its own limit; its context ends then.
const SpecLimit = 10 * time.Second

// EmulatorScale is the greatest --timeout-scale that docs/running.md has for slow hardware, emulators and software in a
// virtual machine. A run with a greater one may be of a provider that is slower than anything which is in use.
const EmulatorScale = 8

// Words say how the run was carried out: "6 workers", "2 shards, merged".
func (c Conduct) Words() (list []string) {
	if c.Workers > 0 {
		list = append(list, plural.Of(c.Workers, "worker"))
	}
	if c.Rounds > 1 {
		list = append(list, fmt.Sprintf("round %d of %d, and this journal has only this one", c.Round, c.Rounds))
	} else if c.Round > 0 {
		list = append(list, fmt.Sprintf("round %d, and this journal has no earlier one", c.Round))
	}
	if c.Shards > 1 {
		list = append(list, fmt.Sprintf("merged from %d shards", c.Shards))
	}
	if c.Resumed > 0 {
		list = append(list, "resumed "+plural.Of(c.Resumed, "time"))
	}
	return list
}

// Settings say what a run was judged by beside the suite: "time limits × 50", "strict".
func Settings(scale float64, strict bool) (list []string) {
	if scale != 0 && scale != 1 {
		list = append(list, "time limits × "+strconv.FormatFloat(scale, 'g', -1, 64))
	}
	if strict {
		list = append(list, "strict")
	}
	return list
}

// WentBy says what the run was judged by, and how it was carried out.
func (r *Run) WentBy() []string {
	return append(Settings(r.TimeoutScale, r.Strict), r.Conduct.Words()...)
}
