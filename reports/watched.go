package reports

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports/traffic"
)

// A Watched is a program that was run with the validation layer around its provider. What the layer has found
// are specs of the run, each with a [Spec.Party].
type Watched struct {
	// Command is the program and its arguments.
	Command []string `json:"command"`
	// Ended says how the program has ended, as in "exit code 0"; empty as long as it runs. Failed says that this
	// is no success.
	Ended  string `json:"ended,omitempty"`
	Failed bool   `json:"failed,omitempty"`
	// Providers are those that it has opened.
	Providers []string `json:"providers,omitempty"`
	// Notes are what the layer has to say besides findings, such as what it did not watch.
	Notes []string `json:"notes,omitempty"`
	// Calls is how many calls the layer has seen; of a process that was killed the last ones may be missing.
	Calls uint64 `json:"calls"`
	// Cut says that a process's layer did not say that it had ended: what it leaked is not known.
	Cut bool `json:"cut,omitempty"`
	// Waiting is what was under way when the program failed or was ended, More how much else was, and Still for how many
	// seconds nothing had happened then.
	Waiting []Wait  `json:"waiting,omitempty"`
	More    int     `json:"more,omitempty"`
	Still   float64 `json:"still,omitempty"`
	// Traffic is what the program did with its adapters, nil unless that was asked for.
	Traffic *traffic.Traffic `json:"traffic,omitempty"`
}

// AnyProvider stands for the provider that a program opens by itself, where none is named.
const AnyProvider = "the program's own"

// The parties that may break a rule: [Spec.Party].
const (
	ByProvider = "provider"
	ByProgram  = "program"
)

// Parties lists them in the order of a report: whoever uses a provider looks at the program first.
var Parties = []string{ByProgram, ByProvider}

// Words says in one line what was watched.
func (w *Watched) Words() string {
	text := strings.Join(w.Command, " ") + ": " + plural.Of(int(w.Calls), "call") + " watched"
	switch {
	case w.Still > 0: // so that the last calls are known
	case w.Cut && w.Failed:
		text += "; the program was ended, and its last calls are unknown"
	case w.Cut:
		text += "; it has left a provider open, and its last calls are unknown"
	}
	if w.Ended != "" {
		text += "; it ended with " + w.Ended
	}
	for _, n := range w.Notes {
		text += "; " + n
	}
	return text
}

// FindingsAbout counts findings about a party.
func FindingsAbout(party string, n int) string {
	return fmt.Sprintf("%s about the %s", plural.Of(n, "finding"), party)
}

// watchedOutcome returns the outcome of a program that was watched in a few words.
func watchedOutcome(run *Run) Outcome {
	about := map[string]int{}
	for _, s := range run.Specs {
		if s.Verdict.Broken() {
			about[s.Party]++
		}
	}
	var found []string
	for _, party := range Parties {
		if n := about[party]; n > 0 {
			found = append(found, FindingsAbout(party, n))
		}
	}
	switch {
	case len(found) > 0:
		detail := strings.Join(found, ", and ") + "."
		if run.Incomplete != "" {
			detail += " Besides, " + run.Incomplete + "."
		}
		return Outcome{Fail, "Rules are broken", detail}
	case run.Incomplete != "":
		return Outcome{Error, "Incomplete", "No rule was seen to be broken, but " + run.Incomplete + "."}
	case run.Judged() == 0:
		return Outcome{Error, "Nothing watched", nothingWatched}
	}
	return Outcome{Pass, "No rule was broken", "The layer saw " + plural.Of(int(run.Watched.Calls), "call") +
		", and found nothing. It says only what is certain: that is no proof."}
}

const nothingWatched = "No call went through the validation layer. A program for Windows has to load ndwatch.dll in " +
	"place of the vendor's DLL, or find it installed (install-watch); one in Go has to open the provider \"watched\"."
