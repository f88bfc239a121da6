package text

import (
	"fmt"

	"github.com/ndconform/ndconform/finding"
)

// Rule returns, in one line, the rule that a finding cites.
func Rule(r finding.Rule) string {
	if r.Text == "" {
		return r.ID
	}
	return fmt.Sprintf("%s: %s [%s]", r.ID, r.Text, r.Source)
}

// Calls lists calls, one per line: when each began, in milliseconds since the
// spec began, on which thread, and how often in a row.
func Calls(calls []finding.Call) string {
	var b []byte
	for i, c := range calls {
		if i > 0 {
			b = append(b, '\n')
		}
		b = fmt.Appendf(b, "%9.3f ms  #%d  %v", c.At*1e3, c.Thread, c)
		if c.Times > 1 {
			b = fmt.Appendf(b, ", %d times", c.Times)
		}
	}
	return string(b)
}

// Objects lists the objects that calls name, one per line.
func Objects(objects []finding.Object) string {
	var b []byte
	for i, o := range objects {
		if i > 0 {
			b = append(b, '\n')
		}
		b = fmt.Appendf(b, "%s: %s", o.Name, o.Is)
	}
	return string(b)
}
