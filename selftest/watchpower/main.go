// Command watchpower tells which mutants the validation layer names by itself: it has the suite drive each mutant
// through the provider "watched", with the specs that claim the broken rule, and looks at what the layer has
// found, whatever the specs say.
//
//	go build -o ndconform ./cmd/ndconform
//	go run ./selftest/watchpower --ndconform=./ndconform
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/selftest/mutant"
	"github.com/ndconform/ndconform/selftest/mutant/all"
	"github.com/ndconform/ndconform/selftest/mutant/seeded"
	"github.com/ndconform/ndconform/watch"
	"github.com/ndconform/ndconform/watch/record"
)

var (
	binary = flag.String("ndconform", "ndconform", "the `program` that has the mutants")
	filter = flag.String("filter", "", "only mutants whose ids have this `prefix`")
	lanes  = flag.Int("procs", 2, "the `number` of mutants that are run at once")
	draw   = flag.Int("draw", 0, "only this `number` of the mutants that one side can see, drawn by the seed; 0 "+
		"is all mutants")
	explored = flag.Duration("explore", 0, "have generated programs drive the seeded faults, for this `time` each, "+
		"in place of the mutants, which the suite drives")
	seed    = flag.Uint64("seed", 1, "the `seed` of the draw")
	verbose = flag.Bool("verbose", false, "list the mutants that are not named, too")
)

// A result is what the layer has said of a mutant.
type result struct {
	mutant.Mutant
	// rules are the ids that it says the provider has broken.
	rules []string
	err   error
}

func main() {
	flag.Parse()
	folder, err := os.MkdirTemp("", "watchpower")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	defer os.RemoveAll(folder)
	results := runAll(folder, chosen())
	report(results)
}

func chosen() []mutant.Mutant {
	list := slices.DeleteFunc(population(), func(m mutant.Mutant) bool {
		e, _ := requirement.Lookup(m.Breaks)
		return !strings.HasPrefix(m.ID, *filter) || *draw > 0 && !seen(e)
	})
	if *draw == 0 {
		return list
	}
	rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(*draw, len(list))]
}

// population lists the mutants, or the seeded faults that are about neither bytes nor memory that leaks.
func population() (list []mutant.Mutant) {
	if *explored == 0 {
		return all.Mutants()
	}
	for _, f := range seeded.Faults() {
		if f.Kind != seeded.Data && f.Kind != seeded.Leak {
			list = append(list, f.Mutant)
		}
	}
	return list
}

func runAll(folder string, mutants []mutant.Mutant) []result {
	results := make([]result, len(mutants))
	next := make(chan int)
	var running sync.WaitGroup
	for lane := range max(1, *lanes) {
		running.Go(func() {
			for n := range next {
				results[n] = run(filepath.Join(folder, fmt.Sprint(lane)), mutants[n])
			}
		})
	}
	for n := range mutants {
		next <- n
	}
	close(next)
	running.Wait()
	return results
}

// run has the specs that claim the broken rule drive a mutant.
func run(file string, m mutant.Mutant) result {
	os.Remove(file)
	os.Remove(file + ".journal")
	arguments := []string{
		"--provider=watched,findings=" + file + ",inner=mutant,id=" + m.ID, "--quiet", "--journal=" + file + ".journal",
		"--seed=1", "--timeout-scale=0.3",
	}
	if *explored == 0 {
		arguments = append(arguments, "--filter="+m.Breaks, "--procs=1")
	} else {
		arguments = append([]string{
			"explore", "--for=" + explored.String(), "--time-budget=" + explored.String(),
			"--findings=10",
		}, arguments...)
	}
	out, _ := exec.Command(*binary, arguments...).CombinedOutput() // which exits with 1 for what specs notice
	list, err := read(file)
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return result{m, list, err}
}

// read returns the rules that the provider has broken, by a file of findings.
func read(name string) ([]string, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rules := map[string]bool{}
	for entries := record.NewReader(file); ; {
		e, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return slices.Sorted(maps.Keys(rules)), nil
		}
		if err != nil {
			return nil, err
		}
		if f := e.Found; f != nil && f.Of == watch.Provider {
			rules[f.ID] = true
		}
	}
}

// A count is how many mutants there are of a kind, and how many were named.
type count struct{ named, all int }

func (c *count) add(named bool) {
	c.all++
	if named {
		c.named++
	}
}

func (c count) String() string {
	return fmt.Sprintf("%d of %d, %d %%", c.named, c.all, 100*c.named/max(1, c.all))
}

func report(results []result) {
	var whole, visible, exact count
	byGroup := map[string]*count{}
	for _, r := range results {
		named := len(r.rules) > 0
		if r.err != nil {
			fmt.Printf("%s: %v\n", r.ID, r.err)
		}
		whole.add(named)
		exact.add(slices.Contains(r.rules, r.Breaks))
		e, _ := requirement.Lookup(r.Breaks)
		if seen(e) {
			visible.add(named)
			group := strings.Join(strings.SplitN(r.Breaks, ".", 3)[:2], ".")
			if byGroup[group] == nil {
				byGroup[group] = new(count)
			}
			byGroup[group].add(named)
		}
		if *verbose && !named && seen(e) {
			fmt.Printf("not named: %s: %s (%s, %s)\n", r.ID, r.What, e.Kind, e.Level)
		}
		if *verbose && named {
			fmt.Printf("named: %s: %s\n", r.ID, strings.Join(r.rules, " "))
		}
	}
	groups := slices.SortedFunc(maps.Keys(byGroup), func(a, b string) int {
		return cmp.Or(cmp.Compare(byGroup[b].all-byGroup[b].named, byGroup[a].all-byGroup[a].named), cmp.Compare(a, b))
	})
	for _, g := range groups {
		fmt.Printf("%-40s %v\n", g, byGroup[g])
	}
	fmt.Printf("of all mutants:                  %v\n", whole)
	fmt.Printf("by the rule that is broken:      %v\n", exact)
	fmt.Printf("of those that one side can see:  %v\n", visible)
}

// seen reports whether one side can see that a rule is broken. It can't of v1 and NDK, which are not watched;
// of what is advice; of which bytes arrive, and what the other end does or can do; of what never comes, since
// the layer has no clock; and of what needs a fault in the adapter or the network, which no program knows of.
func seen(e requirement.Entry) bool {
	watched := []requirement.Profile{requirement.Core, requirement.SRQ, requirement.Resize, requirement.MemoryWindow}
	switch {
	case e.Level != requirement.Must, e.Kind == requirement.Data, !slices.Contains(watched, e.Profile):
		return false
	case slices.ContainsFunc(unseen, func(start string) bool { return strings.HasPrefix(e.ID, start) }):
		return false
	}
	return !slices.ContainsFunc(e.Needs, func(n requirement.Need) bool {
		return strings.HasPrefix(string(n), requirement.FaultPrefix)
	})
}

// unseen is how the ids of rules begin that are about the other end, or about what comes at last.
var unseen = []string{
	"com.",
	// What a peer can do to memory.
	"mr.rights.no-remote", "mr.bounds.read", "mr.bounds.write", "mr.deregister.ends-remote", "mr.deregister.in-flight",
	"mr.scope.other-adapter-remote", "mw.", "adapter.creatememorywindow.invalidated", "qp.write.remote-access",
	// What the other end hears, and when.
	"qp.error.ends-connection", "qp.bind.fence", "qp.invalidate.fence", "connector.storm",
	"connector.connect.private-data",
	"connector.accept.private-data", "connector.reject.private-data", "connector.connect.patient", "listener.listen.",
	"listener.release.", "connector.reject.frees", "connector.reject.nd-success",
	// What never comes.
	"cq.notify.no-lost-wakeup", "cq.notify.never-stuck", "cq.notify.parallel", "cq.notify.releases-every-request",
	"cq.notify.since-last-notification", "cq.notify.solicited-by-flag", "cq.notify.any-by-each-request-type",
	"cq.notify.error-satisfies", "cq.notify.any-overrides", "cq.resize.keeps-", "srq.notify.releases-every-request",
	"srq.notify.fires-below-threshold", "srq.notify.counts", "srq.modify.", "srq.receive.no-starvation",
	"qp.peer-disconnect.canceled-locally", "qp.flush.one-result-each", "qp.disconnect.cancels-requests",
	"adapter.createqueuepairwithsrq.hardware-flow-control", "adapter.createqueuepairwithsrq.empty-queue",
	// What is left behind.
	"adapter.createoverlappedfile.closed-early", "connector.disconnect.frees-addresses",
}
