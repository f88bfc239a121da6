package gosource

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
)

// mostStatements is how many statements a spec may have that people have to read.
const mostStatements = 200

// A Finding is what a spec has to show.
type Finding struct {
	// Rules are the ids of the entries that are broken, the most relevant first.
	Rules []string
	// Expected and Seen are in words.
	Expected, Seen string
	// Calls are the calls that led there.
	Calls []recorded.Call
}

// Spec writes a spec that makes the calls of a finding, for the folder of specs that its
// package clause names; the text is empty if they can't be written as one. A sound provider
// passes the spec.
func Spec(f Finding) string {
	if len(f.Rules) == 0 || len(f.Calls) == 0 || !shown(f.Rules[0]) {
		return ""
	}
	w := &writer{
		calls: f.Calls, side: map[string]string{}, byName: map[string]*pair{}, queues: map[string]*queue{},
		notifies: map[int]string{},
	}
	w.write()
	w.rest()
	body := used(w.statements)
	if w.unable != "" || len(body) == 0 || len(body) > mostStatements {
		return ""
	}
	text := file(f, body)
	source, err := format.Source([]byte(text))
	if err != nil {
		return "" // a spec that does not compile helps nobody
	}
	return string(source)
}

// shown reports whether the statements of a spec check a rule. The suite's own functions check how connections are
// made, how requests are notified and when objects are released.
func shown(rule string) bool {
	if rule == "cq.let-go-by-queue-pairs" {
		return false
	}
	return slices.ContainsFunc([]string{"cq.", "qp.", "srq.", "mr.", "mw."}, func(prefix string) bool {
		return strings.HasPrefix(rule, prefix)
	})
}

// file returns the whole file with the statements of a spec.
func file(f Finding, body []statement) string {
	var lines []string
	for _, s := range body {
		lines = append(lines, s.String())
	}
	text := strings.Join(lines, "\n")
	var b bytes.Buffer
	fmt.Fprintf(&b, "package qp\n\nimport (\n")
	if strings.Contains(text, "slices.") {
		fmt.Fprintf(&b, "\"slices\"\n\n")
	}
	fmt.Fprintf(&b,
		". \"github.com/onsi/ginkgo/v2\"\n\n\"github.com/ndconform/ndconform/nd2\"\n. "+
			"\"github.com/ndconform/ndconform/spec\"\n. \"github.com/ndconform/ndconform/spec/expect\"\n)\n\n")
	fmt.Fprintf(&b, "// Expected: %s.\n// Seen: %s.\n", oneLine(f.Expected), oneLine(f.Seen))
	fmt.Fprintf(&b,
		"var _ = Describe(\"A program that exploring has found\", func() {\nIt(\"keeps the rule %s\", Covers(%q), "+
			"Variant(\"explored\"), func(ctx SpecContext) {\n", f.Rules[0], f.Rules[0])
	fmt.Fprintf(&b, "%s\n", sides(text))
	fmt.Fprintf(&b, "%s\n})\n})\n", text)
	return b.String()
}

// sides opens the ends that the statements name.
func sides(text string) string {
	switch local, peer := strings.Contains(text, "local."), strings.Contains(text, "peer."); {
	case local && peer:
		return "local, peer := Local(ctx), Peer(ctx)"
	case local:
		return "local := Local(ctx)"
	}
	return "peer := Peer(ctx)"
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
