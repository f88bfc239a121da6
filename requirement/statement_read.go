package requirement

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// Documents lists the documents that are split into statements: the pages of ND2 by
// their file, those of NDKPI and ND v1 by the function.
func Documents() []string {
	return []string{
		"NetworkDirectSPI.md", "IND2Provider.md", "IND2Adapter.md", "IND2Overlapped.md", "IND2MemoryRegion.md",
		"IND2MemoryWindow.md",
		"IND2CompletionQueue.md", "IND2SharedReceiveQueue.md", "IND2QueuePair.md", "IND2Connector.md", "IND2Listener.md",
		"NDK_FN_CREATE_SRQ", "INDConnector::CreateEndpoint",
	}
}

// statementFiles has a file for each document: its headings, under them what they say
// of providers, and under that what the suite makes of it.
//
//	# IND2Adapter.md
//	## IND2Adapter::Query
//	### Remarks
//	- [should] What it says, in one line.
//	  ids of rules
//	  permitted: ids of legal variants
//	  unobservable: the reason
//	  gap: ids of rules that there are not yet
//
//go:embed statements
var statementFiles embed.FS

// readStatements reads a document's statements. What is embedded is well-formed, or
// the tests fail.
func readStatements(document string) []Statement {
	name := strings.ReplaceAll(strings.TrimSuffix(document, ".md"), "::", ".")
	text, err := statementFiles.ReadFile("statements/" + name + ".txt")
	if err != nil {
		panic(err)
	}
	list, err := parseStatements(string(text))
	if err != nil {
		panic(fmt.Sprintf("requirement: statements of %s: %v", document, err))
	}
	return list
}

// A statementParser is at a line of a document's file.
type statementParser struct {
	document, section, part string
	// number counts the statements of each heading.
	number map[string]int
	list   []Statement
}

// parseStatements reads the file of a document; the error names the line.
func parseStatements(text string) ([]Statement, error) {
	p := statementParser{number: map[string]int{}}
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		err := p.line(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return p.list, nil
}

func (p *statementParser) line(line string) error {
	mark, rest, _ := strings.Cut(line, " ")
	switch {
	case strings.TrimSpace(line) == "":
		return nil
	case strings.HasPrefix(line, "  "):
		return p.attribute(strings.TrimSpace(line))
	case strings.TrimSpace(rest) == "":
		return fmt.Errorf("%q says nothing", line)
	case mark == "#":
		p.document, p.section, p.part = rest, "", ""
	case mark == "##":
		p.section, p.part = rest, ""
	case mark == "###":
		p.part = rest
	case mark == "-":
		return p.statement(rest)
	default:
		return fmt.Errorf("%q is no heading, no statement and nothing of one", line)
	}
	return nil
}

func (p *statementParser) statement(says string) error {
	if p.document == "" || p.section == "" {
		return fmt.Errorf("a statement before its document and heading: %q", says)
	}
	s := Statement{Document: p.document, Heading: p.section}
	if p.part != "" {
		s.Heading += ", " + p.part
	}
	if strength, rest, found := strings.Cut(says, "] "); found && strings.HasPrefix(strength, "[") {
		s.Strength, says = Strength(strength[1:]), rest
		if !slices.Contains([]Strength{SaysShould, SaysMay, SaysEncouraged}, s.Strength) {
			return fmt.Errorf("unknown strength %q", s.Strength)
		}
	}
	p.number[s.Heading]++
	s.Number, s.Says = p.number[s.Heading], says
	p.list = append(p.list, s)
	return nil
}

func (p *statementParser) attribute(text string) error {
	if len(p.list) == 0 {
		return fmt.Errorf("%q belongs to no statement", text)
	}
	s := &p.list[len(p.list)-1]
	key, value, found := strings.Cut(text, ": ")
	switch {
	case !found:
		s.Rules = append(s.Rules, strings.Fields(text)...)
	case key == "permitted":
		s.Variants = append(s.Variants, strings.Fields(value)...)
	case key == "unobservable":
		s.Unobservable = value
	case key == "gap":
		s.Gaps = append(s.Gaps, strings.Fields(value)...)
	default:
		return fmt.Errorf("unknown %q", key)
	}
	return nil
}
