package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"
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

// badNetwork is the engine on a network that loses, doubles, reorders and damages packets, and confusedNetwork on one
// that loses none, and doubles and reorders half of them.
const (
	badNetwork      = "--provider=ref,loss=0.02,duplicate=0.02,reorder=0.02,corrupt=0.02"
	confusedNetwork = "--provider=ref,duplicate=0.5,reorder=0.5"
)

// trials are the runs that a mutant has to pass, one after the other, to go unnoticed.
var trials = []trial{
	{name: "specs", args: []string{"--provider=ref", "--fail-fast"}},
	{name: "explore", args: []string{"explore", "--provider=ref"}, timed: true},
	{name: "specs on a bad network", args: []string{badNetwork, "--fail-fast"}},
	{name: "explore on a confused network", args: []string{"explore", confusedNetwork}, timed: true},
	{name: "soak", args: []string{"explore", "--provider=ref", "--soak"}, timed: true},
}

// unmutated is the number that no mutant has.
const unmutated = 0

// A result is what became of a mutant.
type result struct {
	name string
	by   string
	took time.Duration
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

// all judges each mutant, and prints what became of it as it ends.
func (j *judge) all(ctx context.Context, out io.Writer, points []point) []result {
	results := make([]result, len(points))
	next := make(chan int)
	var done sync.WaitGroup
	var print sync.Mutex
	for range max(j.jobs, 1) {
		done.Go(func() {
			for i := range next {
				r := j.one(ctx, i+1)
				r.name = points[i].name
				results[i] = r
				print.Lock()
				fmt.Fprintf(out, "%-22s %5.1f s  %s\n", or(r.by, "UNNOTICED"), r.took.Seconds(), r.name)
				print.Unlock()
			}
		})
	}
	for i := range points {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	done.Wait()
	return results
}

func (j *judge) one(ctx context.Context, id int) (r result) {
	began := time.Now()
	for _, t := range trials {
		if t.timed && j.explored == 0 {
			continue
		}
		args, within := append(t.args[:len(t.args):len(t.args)], "--quiet"), hanging
		if t.timed {
			args, within = append(args, "--for="+j.explored.String()), within+j.explored
		}
		if !j.passes(ctx, id, within, args...) {
			r.by = t.name
			break
		}
	}
	r.took = time.Since(began)
	return r
}

// passes reports whether a command ends well on a mutant, in time.
func (j *judge) passes(ctx context.Context, id int, within time.Duration, args ...string) bool {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	c := exec.CommandContext(ctx, j.binary, args...)
	c.Env = append(os.Environ(), variable+"="+strconv.Itoa(id))
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) } // it ends its workers
	c.WaitDelay = time.Minute
	err := c.Run()
	var ended *exec.ExitError
	return err == nil || !errors.As(err, &ended) && ctx.Err() == nil
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
