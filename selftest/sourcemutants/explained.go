package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed explained.txt
var explanations string

// reasons say why nobody notices some mutants, by their names, or by beginnings of names with an asterisk behind.
type reasons map[string]string

// of returns the reason for a mutant, or "".
func (r reasons) of(mutant string) string {
	if why := r[mutant]; why != "" {
		return why
	}
	for name, why := range r {
		if beginning, all := strings.CutSuffix(name, "*"); all && strings.HasPrefix(mutant, beginning) {
			return why
		}
	}
	return ""
}

// explained returns the reasons in the file. It has a name on each line that is not indented, and below it,
// indented, why.
func explained() (reasons, error) {
	why := reasons{}
	name := ""
	for i, line := range strings.Split(explanations, "\n") {
		text := strings.TrimSpace(line)
		switch indented := strings.HasPrefix(line, "\t"); {
		case text == "" || strings.HasPrefix(line, "#"):
		case !indented:
			name = text
			if _, again := why[name]; again {
				return nil, fmt.Errorf("explained.txt:%d: %s stands there twice", i+1, name)
			}
			why[name] = ""
		case name == "":
			return nil, fmt.Errorf("explained.txt:%d: an explanation of nothing", i+1)
		default:
			why[name] = strings.TrimSpace(why[name] + " " + text)
		}
	}
	for name, text := range why {
		if text == "" {
			return nil, fmt.Errorf("explained.txt: %s is not explained", name)
		}
	}
	return why, nil
}
