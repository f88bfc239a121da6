package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed explained.txt
var explanations string

// explained returns why nobody notices some mutants, by their names. The file has a name on each line
// that is not indented, and below it, indented, why.
func explained() (map[string]string, error) {
	why := map[string]string{}
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
