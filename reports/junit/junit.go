// Package junit writes a run as JUnit XML, as Jenkins and many others read it.
package junit

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/ndconform/ndconform/reports/text"

	"github.com/ndconform/ndconform/reports/printable"

	"github.com/ndconform/ndconform/reports"
)

// Report writes run as a JUnit file with one suite: a case for the run itself, so
// that an aborted run shows, and then one case per spec. Readers of such files
// count the children failure, error and skipped; verdicts for which JUnit has no
// word are told apart by the code at the beginning of the message. The form is that
// of Jenkins (its xunit plugin, junit-10.xsd).
func Report(run *reports.Run) ([]byte, error) {
	suite := suiteOf(run)
	// The counts are on the suite only: this element has no attribute for skipped
	// cases, and readers that find the other counts here take the missing one for
	// 0.
	return encodeJUnit(junit.Testsuites{Name: suite.Name, Time: suite.Time, Suites: []junit.Testsuite{suite}})
}

// Ant writes run as JUnit does, in the narrower form of Ant's own files
// (windyroad/JUnit-Schema, JUnit.xsd), which Jenkins reads as well. There, cases
// have no output, so theirs is in the suite's; and times have no zone, so they are
// in UTC.
func Ant(run *reports.Run) ([]byte, error) {
	suite := suiteOf(run)
	suite.Timestamp = strings.TrimSuffix(suite.Timestamp, "Z")
	var said strings.Builder
	for i := range suite.Testcases {
		c := &suite.Testcases[i]
		fmt.Fprintf(&said, "%s\n%s\n", c.Name, c.SystemOut.Data)
		c.SystemOut = nil
		if c.Skipped != nil {
			c.Skipped.Type = "" // the code begins the message too
		}
	}
	suite.SystemOut, suite.SystemErr = &junit.Output{Data: said.String()}, &junit.Output{}
	return encodeJUnit(junit.Testsuites{Suites: []junit.Testsuite{suite}})
}

func encodeJUnit(all junit.Testsuites) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	err := all.WriteXML(&b)
	return printable.Inert(b.Bytes()), err
}

func suiteOf(run *reports.Run) junit.Testsuite {
	run = reports.PrintableRun(run)
	suite := junit.Testsuite{
		Name:      "ndconform",
		Package:   "ndconform",
		Hostname:  cmp.Or(strings.TrimSpace(run.Environment.Host), "localhost"),
		Time:      seconds(run.Seconds),
		Timestamp: run.Started.UTC().Format(time.RFC3339),
	}
	for _, p := range properties(run) {
		if p.Value != "" {
			suite.AddProperty(p.Name, p.Value)
		}
	}
	suite.AddTestcase(runCase(run))
	for _, s := range run.Specs {
		suite.AddTestcase(specCase(run, s))
	}
	return suite
}

func properties(run *reports.Run) []junit.Property {
	e := run.Environment
	list := []junit.Property{
		{Name: "provider", Value: run.Provider},
		{Name: "provider.version", Value: e.ProviderVersion},
		{Name: "peer", Value: run.Peer},
		{Name: "peer.version", Value: e.PeerVersion},
		{Name: "provider.host", Value: reports.HostWords(e.ProviderHost)},
		{Name: "peer.host", Value: reports.HostWords(e.PeerHost)},
		{Name: "seed", Value: strconv.FormatInt(run.Seed, 10)},
		{Name: "draw", Value: run.Drawing.Words()},
		{Name: "challenge", Value: run.Challenge},
		{Name: "version", Value: e.Version},
		{Name: "commit", Value: e.Commit},
		{Name: "binary", Value: e.Binary},
		{Name: "catalogue", Value: e.Catalogue},
		{Name: "shard", Value: run.Shard},
		{Name: "inputs", Value: e.InputWords()},
		{Name: "went-by", Value: strings.Join(run.WentBy(), "; ")},
		{Name: "codes", Value: run.CodeCounts()},
		{Name: "platform", Value: e.OS + "/" + e.Arch + " " + e.Go},
	}
	if len(run.Machines) > 1 {
		list = append(list, junit.Property{Name: "machines", Value: reports.MachineCounts(run)})
	}
	for _, d := range reports.DifferencesOf(run) {
		list = append(list, junit.Property{
			Name:  "machines.differ",
			Value: printable.Short(d.What+" "+d.Text(run), printable.Headline),
		})
	}
	for _, problem := range run.WaiverProblems() {
		list = append(list, junit.Property{Name: "waiver", Value: printable.Short(problem, printable.Headline)})
	}
	for _, s := range run.Specs {
		if s.Verdict == reports.Warn {
			list = append(list, junit.Property{Name: "warn." + s.ID, Value: printable.Short(s.Message, printable.Headline)})
		}
	}
	return list
}

// runName is the title of the run's own case.
func runName(run *reports.Run) string {
	if run.Watched != nil {
		return "the program is watched to its end"
	}
	return "run judges every selected spec"
}

func runCase(run *reports.Run) junit.Testcase {
	c := junit.Testcase{
		Name:      runName(run),
		Classname: "ndconform.run",
		Time:      seconds(run.Seconds),
		SystemOut: &junit.Output{Data: text.Counts(run) + "\n" + quoted(text.Conclusion(run)) + "\n"},
	}
	switch {
	case run.Incomplete != "":
		c.Error = result(reports.Error, "incomplete: "+run.Incomplete, "")
	case run.Judged() == 0 && len(run.FailedPrerequisites) == 0:
		c.Error = result(reports.Error, "nothing ran", "")
	case reports.TooLittle(run) != "":
		c.Error = result(reports.Error, reports.TooLittle(run), "")
	case len(run.FailedPrerequisites) > 0:
		c.Error = result(reports.Error,
			"not every spec could be run: "+run.FailedPrerequisites[0].Prerequisite+" fails, as "+
				run.FailedPrerequisites[0].Spec.ID+" has found", failedText(run))
	}
	return c
}

// failedText says what kept specs from being run.
func failedText(run *reports.Run) string {
	var b bytes.Buffer
	for _, c := range reports.CausesOf(run) {
		if c.Prerequisite != "" {
			text.WriteCause(&b, run, c)
		}
	}
	return unattached(b.String())
}

func specCase(run *reports.Run, s reports.Spec) junit.Testcase {
	c := junit.Testcase{
		Name:      strings.Join(strings.Fields(s.ID+" "+s.Title), " "),
		Classname: className(s),
		Time:      seconds(s.Seconds),
		SystemOut: &junit.Output{Data: systemOut(s)},
	}
	switch s.Verdict {
	case reports.Pass, reports.Warn:
	case reports.Fail:
		c.Failure = result(s.Verdict, s.Message, failureText(run, s))
	case reports.Unsupported, reports.Unobservable, reports.Waived, reports.NotRun:
		c.Skipped = result(s.Verdict, string(s.Verdict)+": "+s.Message, "")
	default:
		c.Error = result(s.Verdict, s.Message, failureText(run, s))
	}
	return c
}

func result(v reports.Verdict, message, data string) *junit.Result {
	return &junit.Result{Type: string(v), Message: printable.Short(message, printable.Headline), Data: data}
}

// failureText returns the text of a failure.
func failureText(run *reports.Run, s reports.Spec) string {
	var b bytes.Buffer
	text.WriteEvidence(&b, run, s)
	return unattached(b.String())
}

// systemOut returns what a test case has no place for. By convention, many readers
// take the first lines as properties of the case; others show them as text.
func systemOut(s reports.Spec) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[[PROPERTY|verdict=%s]]\n", s.Verdict)
	for _, id := range s.Requirements {
		fmt.Fprintf(&b, "[[PROPERTY|requirement=%s]]\n", id)
	}
	if s.Verdict == reports.Warn {
		fmt.Fprintf(&b, "warn: %s\n", quoted(s.Message))
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "note: %s\n", quoted(n))
	}
	return b.String()
}

// quoted is a provider's text within output: none of its lines can pass for another one.
func quoted(said string) string { return unattached(text.Indented(said)) }

// unattached is a text that readers take for no property and no attachment, which they find in
// [[PROPERTY|…]] and [[ATTACHMENT|…]].
func unattached(text string) string { return strings.ReplaceAll(text, "[[", "[ [") }

// className returns a dotted name that ends before the last part of the id: readers
// group by what precedes the last dot.
func className(s reports.Spec) string {
	id, _, _ := strings.Cut(s.ID, "/")
	if dot := strings.LastIndexByte(id, '.'); dot >= 0 {
		id = id[:dot]
	}
	if s.Party != "" { // JUnit's groups
		return s.Party + "." + id
	}
	if s.Package == "" {
		return "nd2." + id
	}
	return s.Package + "." + id
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }
