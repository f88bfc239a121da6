package reports

import (
	"regexp"
	"strings"
)

// A finding is one thing that the message of a spec says: something in general,
// or what was expected and what was seen, by which rule.
type finding struct {
	Says, Expected, Seen, Rule string
}

var labeled = regexp.MustCompile(`^(expected|seen|rule)(?::|  )\s*(.*)$`)

// findingsMost is how many findings are told apart in one message.
const findingsMost = 20

// findings takes a message apart. What has no label belongs to the label before
// it, and after a rule begins another finding.
func findings(message string) []finding {
	var list []finding
	var f finding
	field := &f.Says
	end := func() {
		if f = f.trimmed(); f != (finding{}) {
			list = append(list, f)
		}
		f, field = finding{}, &f.Says
	}
	for _, line := range strings.Split(message, "\n") {
		name, text := "", line
		if m := labeled.FindStringSubmatch(line); m != nil && len(list) < findingsMost {
			name, text = m[1], m[2]
		}
		switch name {
		case "expected":
			if f.Expected+f.Seen+f.Rule != "" {
				end()
			}
			field = &f.Expected
		case "seen":
			field = &f.Seen
		case "rule":
			field = &f.Rule
		default:
			if field == &f.Rule {
				end()
			}
		}
		*field += text + "\n"
	}
	end()
	return list
}

func (f finding) trimmed() finding {
	for _, s := range []*string{&f.Says, &f.Expected, &f.Seen, &f.Rule} {
		*s = strings.Trim(*s, "\n")
	}
	return f
}
