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

// What has noticed a mutant.
const (
	unnoticed     = ""
	bySpecs       = "specs"
	byExploration = "explore"
)

// unmutated is the number that no mutant has.
const unmutated = 0

// A result is what became of a mutant.
type result struct {
	name string
	by   string
	took time.Duration
}

// A judge runs the suite on mutants, and explores those that pass it.
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
				fmt.Fprintf(out, "%-9s %5.1f s  %s\n", or(r.by, "UNNOTICED"), r.took.Seconds(), r.name)
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
	switch {
	case !j.passes(ctx, id, hanging, "--provider=ref", "--quiet", "--fail-fast"):
		r.by = bySpecs
	case j.explored > 0 && !j.passes(ctx, id, j.explored+hanging, "explore", "--provider=ref", "--quiet",
		"--for="+j.explored.String()):
		r.by = byExploration
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
