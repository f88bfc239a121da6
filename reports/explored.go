package reports

import (
	"fmt"

	"github.com/ndconform/ndconform/internal/plural"
)

// An Exploration is the result of running generated programs. Their findings are
// specs of the run, each with a [Program].
type Exploration struct {
	// Seed determined the programs.
	Seed uint64 `json:"seed"`
	// Programs and Steps count the programs and the steps that were carried out.
	Programs int `json:"programs"`
	Steps    int `json:"steps"`
	// Seconds is how long the exploration took, without the shrinking of the last
	// finding.
	Seconds float64 `json:"seconds"`
	// Transitions are those of the model.
	Transitions Transitions `json:"transitions"`
	// Unanswered counts requests that the peer had to refuse and that, or before which
	// another one, ended with a timeout. For that a spec has a warning.
	Unanswered int `json:"unanswered,omitempty"`
	// Beside is how the programs went on another provider, if one was asked to carry them out, too.
	Beside *Beside `json:"beside,omitempty"`
	// Findings summarize what the run's specs say in full.
	Findings []Explored `json:"findings"`
	// Soak is what was measured over time, if that was asked for.
	Soak *Soak `json:"soak,omitempty"`
}

// Beside counts the programs that another provider has carried out, too, by their first difference: Same have none,
// documents leave open that of Allowed and determine that of Differ, and Unclear differ on the provider itself, too,
// or not each time.
type Beside struct {
	Provider string `json:"provider"`
	Same     int    `json:"same"`
	Allowed  int    `json:"allowed,omitempty"`
	Differ   int    `json:"differ,omitempty"`
	Unclear  int    `json:"unclear,omitempty"`
}

// words says it in one line.
func (b *Beside) words() string {
	if b == nil {
		return ""
	}
	return fmt.Sprintf("; beside %s: %d the same, %d differ as the documents allow, %d as they don't, %d unclear",
		b.Provider, b.Same, b.Allowed, b.Differ, b.Unclear)
}

// Transitions say which transitions of the model were visited.
type Transitions struct {
	Visited int `json:"visited"`
	// Known counts the transitions that there are; 0 means that this is not known.
	Known int `json:"known"`
	// Table says how often each transition was visited, by its name; NotVisited has the
	// names of the others.
	Table      map[string]int `json:"table,omitempty"`
	NotVisited []string       `json:"notVisited,omitempty"`
}

// Explored is the summary of a finding of an exploration.
type Explored struct {
	// Rules are the ids of the entries that the finding breaks.
	Rules   []string `json:"rules"`
	Message string   `json:"message"`
	// Waived says that a waiver excuses it.
	Waived bool `json:"waived,omitempty"`
	Program
}

// A Program is the generated program that shows a finding.
type Program struct {
	// Steps counts the steps of the program, which is shrunk.
	Steps int `json:"steps"`
	// Rate is the share of its repeats in which it showed the finding again, from 0 to
	// 1.
	Rate float64 `json:"rate"`
	// CutShort says that the exploration ended while the finding was being shrunk, or that a waiver excuses
	// it, so that it was not: the program is the smallest so far.
	CutShort bool `json:"cutShort,omitempty"`
	// Beside says that another provider did otherwise, and that nobody knows who is wrong.
	Beside bool `json:"beside,omitempty"`
	// Found is when it was found, in seconds since the beginning of the exploration.
	Found float64 `json:"seconds"`
	// Replay is the program as text, from which it can be carried out again.
	Replay string `json:"replay"`
	// File is where that was written, or empty.
	File string `json:"file,omitempty"`
	// Calls are the calls that the program makes, for the command replay; empty if they were not recorded.
	Calls string `json:"calls,omitempty"`
}

// IsFinding reports whether a spec is something that an exploration, or the validation layer, has found.
func (s Spec) IsFinding() bool { return s.Program != nil || s.Party != "" }

// Explore fills in what an exploration has found.
func (x *Exploration) Explore(specs []Spec) {
	x.Findings = []Explored{}
	for _, s := range specs {
		if s.Program != nil {
			x.Findings = append(x.Findings,
				Explored{append([]string{}, s.Requirements...), s.Message, s.Verdict == Waived, *s.Program})
		}
	}
}

// exploredOutcome returns the outcome of an exploration in a few words.
func exploredOutcome(run *Run) Outcome {
	count, x := run.Count(), run.Explored
	found := count[Fail] + count[Error]
	switch {
	case found > 0 && run.Incomplete != "":
		return Outcome{Fail, "Something was found", plural.Of(found, "finding") + x.soFar() +
			", and it did not reach its end: " + run.Incomplete}
	case found > 0:
		return Outcome{Fail, "Something was found", plural.Of(found, "finding") + " " + x.in() + "." + x.warning()}
	case run.Incomplete != "":
		return Outcome{Error, "Incomplete", "The exploration did not reach its end" + x.soFar() + ": " + run.Incomplete}
	}
	detail := fmt.Sprintf("%s of %s came out as the documents allow.", plural.Of(x.Programs, "program"),
		plural.Of(x.Steps, "step"))
	if x.Soak != nil {
		detail = fmt.Sprintf("%s carried %s as the documents allow, and %s.",
			plural.Of(x.Soak.Pairs, "connection"), plural.Of(x.Soak.Messages, "request"), x.Soak.growth())
	}
	detail += x.warning()
	if n := count[Warn]; n > 0 {
		detail += fmt.Sprintf(" Warnings: %d.", n)
	}
	if n := count[Waived]; n > 0 {
		return Outcome{Pass, "Nothing else was found", fmt.Sprintf("%s waived. %s", plural.Of(n, "finding"), detail)}
	}
	return Outcome{Pass, "Nothing was found", detail}
}

// in returns in what the findings were made, and in how much of it.
func (x *Exploration) in() string {
	if x.Soak != nil {
		return fmt.Sprintf("in %s of %s", plural.Of(x.Soak.Messages, "request"), plural.Of(x.Soak.Pairs, "connection"))
	}
	return fmt.Sprintf("in %s of %s", plural.Of(x.Programs, "program"), plural.Of(x.Steps, "step"))
}

// soFar says, of an exploration that has not reached its end, how far it has come.
func (x *Exploration) soFar() string {
	if x.Programs == 0 && x.Soak == nil {
		return ""
	}
	return ", " + x.in()
}

// Shows says in one line how often a program shows its finding.
func (p Program) Shows() string {
	switch {
	case p.CutShort && p.Replay == "":
		return "the search for a program that shows it was cut short: chance may have a part in it"
	case p.CutShort:
		return fmt.Sprintf(
			"not shrunk to the end: a program of %s, the smallest so far, has shown it; --replay shows how often",
			plural.Of(p.Steps, "step"))
	case p.Replay == "":
		return "no single program shows it"
	case p.Rate == 0:
		return fmt.Sprintf(
			"found once by a program of %s, and not again when that was carried out by itself or after those before it: "+
				"chance has a part in it", plural.Of(p.Steps, "step"))
	}
	return fmt.Sprintf("shown by %.0f of 10 repeats of a program of %s", 10*p.Rate, plural.Of(p.Steps, "step"))
}

// warning says how many refusals never came, if any.
func (x *Exploration) warning() string {
	if x.Unanswered == 0 {
		return ""
	}
	return fmt.Sprintf(" A warning: %s that the peer had to refuse ended with a timeout.",
		plural.Of(x.Unanswered, "request"))
}

// Words says in one line what an exploration came to.
func (x *Exploration) Words() string {
	if x.Soak != nil {
		return fmt.Sprintf("%s, %s, %.1f s, seed %d: %s", plural.Of(x.Soak.Pairs, "connection"),
			plural.Of(x.Soak.Messages, "request"), x.Seconds, x.Seed, plural.Of(len(x.Findings), "finding"))
	}
	known := ""
	if n := x.Transitions.Known; n > 0 {
		known = fmt.Sprintf(" of %d", n)
	}
	return fmt.Sprintf("%s, %s, %.1f s, seed %d, %d%s transitions: %s", plural.Of(x.Programs, "program"),
		plural.Of(x.Steps, "step"), x.Seconds, x.Seed, x.Transitions.Visited, known,
		plural.Of(len(x.Findings), "finding")) + x.Beside.words()
}
