package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// unnoticed is what notices a mutant that nothing does.
const unnoticed = ""

// A trial is a run that may notice a mutant.
type trial struct {
	name string
	args []string
	// timed says that the run takes the time of an exploration.
	timed bool
}

// badNetwork is the engine on a network that loses, doubles, reorders and damages packets. The network of
// confusedNetwork loses none, and doubles and reorders half of them.
const (
	badNetwork      = "--provider=ref,loss=0.02,duplicate=0.02,reorder=0.02,corrupt=0.02"
	confusedNetwork = "--provider=ref,duplicate=0.5,reorder=0.5"
)

// trials are the runs that a mutant has to pass, one after the other, to go unnoticed.
var trials = []trial{
	{name: "specs", args: []string{"--provider=ref", "--fail-fast"}},
	{name: "specs on a bad network", args: []string{badNetwork, "--fail-fast"}},
	{name: "explore", args: []string{"explore", "--provider=ref"}, timed: true},
	{name: "explore on a confused network", args: []string{"explore", confusedNetwork}, timed: true},
	{name: "soak", args: []string{"explore", "--provider=ref", "--soak"}, timed: true},
}

// unmutated is the number that no mutant has.
const unmutated = 0

// A result is what became of a mutant.
type result struct {
	name string
	by   string
	// why explains that nothing notices it, and is "" if nobody has.
	why string
}

// A judge puts mutants to the trials.
type judge struct {
	binary   string
	jobs     int
	explored time.Duration
}

// hanging is how long a mutant's run may take before it is ended: it has been noticed then, since the
// engine's run takes seconds.
const hanging = 5 * time.Minute

// trials are those that there is time for.
func (j *judge) trials() []trial {
	return slices.DeleteFunc(slices.Clone(trials), func(t trial) bool { return t.timed && j.explored == 0 })
}

// all puts the mutants to one trial after the other, and prints by which each is noticed. What is explained is spared
// the trials that take long.
func (j *judge) all(ctx context.Context, out io.Writer, points []point, known reasons) ([]result, error) {
	results := make([]result, len(points))
	for i, p := range points {
		results[i] = result{name: p.name, why: known.of(p.name)}
	}
	var printing sync.Mutex
	for _, t := range j.trials() {
		several, ctx := errgroup.WithContext(ctx)
		several.SetLimit(max(j.jobs, 1))
		for i := range results {
			r := &results[i]
			if r.by != unnoticed || t.timed && r.why != "" {
				continue
			}
			several.Go(func() error {
				passed, err := j.passes(ctx, i+1, t)
				if err != nil || passed {
					return err
				}
				r.by = t.name
				printing.Lock()
				defer printing.Unlock()
				_, err = fmt.Fprintf(out, "%-30s %s\n", r.by, r.name)
				return err
			})
		}
		if err := several.Wait(); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// passes reports whether a trial ends well on a mutant, in time. The error says that the trial could not be made, or
// that ctx has ended.
func (j *judge) passes(ctx context.Context, id int, t trial) (bool, error) {
	args, within := append(t.args[:len(t.args):len(t.args)], "--quiet"), hanging
	if t.timed {
		args, within = append(args, "--for="+j.explored.String()), within+j.explored
	}
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	c := exec.CommandContext(limited, j.binary, args...)
	c.Env = append(os.Environ(), variable+"="+strconv.Itoa(id))
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) } // it ends its workers
	c.WaitDelay = time.Minute
	err := c.Run()
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case limited.Err() != nil || errors.As(err, &ended):
		return false, nil
	}
	return err == nil, err
}
