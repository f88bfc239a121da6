package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// limit is how long a probe may take.
const limit = 15 * time.Second

// A probe looks at one thing, in a separate process: what hangs or crashes there costs only its section.
type probe struct {
	title string
	look  func() []Fact
}

// Look carries out the probe of a title in this process. It returns nil if there is none.
func Look(title string) []Fact {
	i := slices.IndexFunc(probes, func(p probe) bool { return p.title == title })
	if i < 0 {
		return nil
	}
	return probes[i].look()
}

// Sections carries out all probes, each in a process that the program is started in with these arguments
// and the probe's title behind them. Without the system's adapters being needed, nothing is lacking.
func Sections(ctx context.Context, needed bool, arguments ...string) (list []Section) {
	for _, p := range probes {
		s := Section{p.title, p.apart(ctx, arguments)}
		for i := range s.Facts {
			s.Facts[i].Lacking = s.Facts[i].Lacking && needed
		}
		list = append(list, s)
	}
	return list
}

func (p probe) apart(ctx context.Context, arguments []string) (facts []Fact) {
	failed := func(err error) []Fact {
		return []Fact{{Name: "probe", Says: fmt.Sprintf("nothing was found out: %v", err)}}
	}
	program, err := os.Executable()
	if err != nil {
		return failed(err)
	}
	ctx, end := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it has not ended within %v", limit))
	defer end()
	cmd := exec.CommandContext(ctx, program, append(slices.Clone(arguments), p.title)...)
	cmd.WaitDelay = time.Second
	text, err := cmd.Output()
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if err == nil {
		err = json.Unmarshal(text, &facts)
	}
	if err != nil {
		return failed(err)
	}
	return facts
}
