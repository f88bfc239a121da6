// Command sourcemutants breaks the reference engine's source at random places, one at a time, and
// tells which of these mutants nothing notices: the suite, the suite on a network that loses, doubles,
// reorders and damages packets, an exploration, an exploration on a network that doubles and reorders half
// of them, and a soak:
//
//	go run ./selftest/sourcemutants --seed=20261126 --number=300
//
// All drawn mutants are compiled into one binary, of sources that stand in an overlay; the environment
// chooses which of them a run has. A mutant that is not noticed is explained in explained.txt, or fails
// the command. An explained one is put to the suite only, since the rest takes long.
//
// Exit code 0 if each mutant was noticed or is explained, 1 if not, 2 if something else went wrong.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

// rooms are the packages whose source is mutated.
var rooms = []string{"rc", "cm", "nic", "wire"}

const (
	module = "github.com/ndconform/ndconform"
	engine = module + "/providers/ref/internal/"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, os.Args[1:], os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintf(os.Stderr, "sourcemutants: %v\n", err)
		os.Exit(2)
	case !ok:
		os.Exit(1)
	}
}

// run draws mutants, judges each and prints what became of it; ok says that each was noticed or is explained.
func run(ctx context.Context, args []string, out io.Writer) (ok bool, err error) {
	flags := flag.NewFlagSet("sourcemutants", flag.ContinueOnError)
	seed := flags.Uint64("seed", uint64(time.Now().Unix()), "draws the mutants")
	number := flags.Int("number", 300, "how many are drawn")
	only := flags.String("only", "", "only mutants whose name contains this")
	list := flags.Bool("list", false, "print the mutants that are drawn, and end")
	j := judge{}
	flags.IntVar(&j.jobs, "jobs", 2, "how many are judged at a time")
	flags.DurationVar(&j.explored, "explore", time.Minute,
		"how long a mutant is explored, and later soaked, that passes the suite and is not explained")
	if err := flags.Parse(args); err != nil {
		return false, err
	}
	points, err := load()
	if err != nil {
		return false, err
	}
	if *only != "" {
		points = slices.DeleteFunc(points, func(p point) bool { return !strings.Contains(p.name, *only) })
	}
	drawn := draw(points, *seed, *number)
	fmt.Fprintf(out, "%d of %d places, seed %d\n", len(drawn), len(points), *seed)
	if *list {
		for _, p := range drawn {
			fmt.Fprintln(out, p.name)
		}
		return true, nil
	}
	known, err := explained()
	if err != nil {
		return false, err
	}
	folder, err := os.MkdirTemp("", "sourcemutants")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	if j.binary, drawn, err = build(ctx, folder, drawn); err != nil {
		return false, err
	}
	fmt.Fprintf(out, "%d compile\n", len(drawn))
	for _, t := range j.trials() {
		switch ok, err := j.passes(ctx, unmutated, t); {
		case err != nil:
			return false, err
		case !ok:
			return false, fmt.Errorf("the engine as it is does not pass (%s)", t.name)
		}
	}
	results, err := j.all(ctx, out, drawn, known)
	if err != nil {
		return false, err
	}
	return summarize(out, results), nil
}

// summarize prints how many mutants were noticed by what, and those that were not.
func summarize(out io.Writer, results []result) (ok bool) {
	count := map[string]int{}
	var unexplained []string
	for _, r := range results {
		switch {
		case r.by != unnoticed:
			count[r.by]++
		case r.why == "":
			unexplained = append(unexplained, r.name)
		default:
			count["explained"]++
			fmt.Fprintf(out, "explained   %s\n            %s\n", r.name, r.why)
		}
	}
	for _, name := range unexplained {
		fmt.Fprintf(out, "unexplained %s\n", name)
	}
	visible := len(results) - count["explained"]
	noticed := visible - len(unexplained)
	fmt.Fprintf(out, "%d mutants: ", len(results))
	for _, t := range trials {
		fmt.Fprintf(out, "%d noticed by %s, ", count[t.name], t.name)
	}
	fmt.Fprintf(out, "%d explained, %d unexplained\n", count["explained"], len(unexplained))
	fmt.Fprintf(out, "%.1f %% of those that a client can see\n", 100*float64(noticed)/float64(max(visible, 1)))
	return len(unexplained) == 0
}
