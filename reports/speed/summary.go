package speed

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports/frame"
)

// GroupWords say what a group measures, for readers who see its tables.
func GroupWords(group string) string {
	switch group {
	case "latency":
		return "Half of a round trip; for Reads, and where it says to-result, from the request to its result."
	case "bandwidth":
		return "Payload a second; the window is how many requests are under way at once."
	case "rate":
		return "Small messages a second; the batch is how many are posted before results are taken."
	case "control":
		return "What calls of the control path take, one after another or several at once."
	case "scaling":
		return "What a message takes when connections have turns, of how many there are."
	case "workload":
		return "What a program takes as a whole, each call that succeeded, and each request from its post to its result."
	}
	return group
}

// About says what was measured, in one line.
func (r *Report) About() string {
	line := "provider " + strings.TrimSpace(r.Provider+" "+r.Environment.ProviderVersion)
	if r.Peer != "" {
		line += ", peer " + r.Peer
	}
	if on := cmp.Or(r.Environment.Host, r.Environment.Processor); on != "" {
		line += ", on " + on
	}
	return line
}

// Counts says how many figures there are, how many are missing or unstable, and how certain they are, in one line.
func (r *Report) Counts() string {
	count := map[string]int{}
	for i := range r.Measurements {
		for _, n := range r.Measurements[i].Notes() {
			count[n.Kind]++
		}
	}
	line := plural.Of(len(r.Measurements), "measurement")
	for _, kind := range []string{"failed", "unstable", "unsupported"} {
		if count[kind] > 0 {
			line += fmt.Sprintf(", %d %s", count[kind], kind)
		}
	}
	if most := r.Resolved(); most > 0 {
		line += "; half within ±" + Percent(most)
	}
	return line + "; " + plural.Of(r.Rounds, "round") + " in " + frame.Duration(r.Seconds)
}

// Resolved is the uncertainty, as a part of 1, that half of the figures don't exceed: what the machine could resolve.
// 0 if there are no figures.
func (r *Report) Resolved() float64 {
	var all []float64
	for i := range r.Measurements {
		if m := &r.Measurements[i]; len(m.Samples) > 0 && m.Failed == "" {
			all = append(all, m.Uncertainty())
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[(len(all)-1)/2]
}
