package recorded

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// String is the call as a line of the notation, with its outcome.
func (c Call) String() string {
	if c.Status == AnyStatus {
		return c.withoutOutcome()
	}
	return c.As(c.Result())
}

// As is the call as a line of the notation, with another outcome.
func (c Call) As(outcome string) string { return c.withoutOutcome() + " → " + outcome }

func (c Call) withoutOutcome() string {
	switch line := fmt.Sprintf("%s.%s(%s)", c.On, c.Method, c.Arguments()); {
	case c.Method == notified && c.Nth > 1:
		return fmt.Sprintf("event of %s.%s, pending %d", c.On, c.Request, c.Nth)
	case c.Method == notified:
		return fmt.Sprintf("event of %s.%s", c.On, c.Request)
	case c.Made != "":
		return c.Made + " = " + line
	default:
		return line
	}
}

// Arguments returns the parameters in the method's order, as text.
func (c Call) Arguments() string {
	var parts []string
	for _, f := range fieldsOf(&c) {
		if text := f.text(&c); text != "" {
			parts = append(parts, strings.TrimSpace(f.label+" "+text))
		}
	}
	return strings.Join(parts, ", ")
}

// Result returns the outcome as text, empty if it is not known.
func (c Call) Result() string {
	switch {
	case c.Status == AnyStatus:
		return ""
	case c.Method != "GetResults":
		return c.Status.String()
	}
	parts := make([]string, len(c.Results))
	for i, r := range c.Results {
		parts[i] = textOfResult(r)
	}
	return "[" + strings.Join(parts, "; ") + "]"
}

func textOfResult(r nd2.Result) string {
	text := fmt.Sprintf("%v %v context %d", r.RequestType, r.Status, r.RequestContext)
	if r.BytesTransferred > 0 {
		text += fmt.Sprintf(", %d bytes", r.BytesTransferred)
	}
	if r.QueuePairContext > 0 {
		text += fmt.Sprintf(", queue pair %#x", r.QueuePairContext)
	}
	return text
}

// String implements [fmt.Stringer].
func (p Place) String() string {
	text := fmt.Sprintf("%s+%d[%d]", cmp.Or(p.Region, Nobody), p.Offset, p.Length)
	if p.Token != "" {
		text += "/" + p.Token
	}
	return text
}
