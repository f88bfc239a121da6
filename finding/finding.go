package finding

import "strings"

// A Finding is one thing that a spec found wrong. Expected and Seen belong together;
// a finding that has neither says what happened in Says.
type Finding struct {
	// Rule is the one that it was judged by. It is empty if that is any of those that
	// the spec claims.
	Rule Rule `json:"rule,omitzero"`
	// Says is what happened, or in which step it did.
	Says string `json:"says,omitempty"`
	// Expected and Seen may have several lines.
	Expected string `json:"expected,omitempty"`
	Seen     string `json:"seen,omitempty"`
	// Besides says what else the calls show to be wrong, such as requests that have no
	// result, or two.
	Besides string `json:"besides,omitempty"`
	// Unexpected is the name of the failure that was seen where none, or another one, was
	// due, if it is one.
	Unexpected string `json:"unexpected,omitempty"`
	// Method is the method that is blamed, as the documents name it, and Does what it does that
	// is wrong by itself, whatever was asked for: "returns ND_NOT_SUPPORTED". Findings that agree
	// in both have one cause. Does is empty if what is wrong depends on what was asked for.
	Method string `json:"method,omitempty"`
	Does   string `json:"does,omitempty"`
	// Refusal says that a failure was due, though another one.
	Refusal bool `json:"-"`
	// Judged says that the judge of all calls has found it, and no assertion of the spec's.
	Judged bool `json:"judged,omitempty"`
	// Twice says that the calls show a request to have more than one result.
	Twice bool `json:"twice,omitempty"`
	// Calls are the last ones before the finding, since the finding before it, in
	// the order in which they returned. Those that have not returned come last.
	Calls []Call `json:"calls,omitempty"`
	// Objects are those that Calls name.
	Objects []Object `json:"objects,omitempty"`
}

// A Rule is an entry of the catalogue as it is cited by a finding.
type Rule struct {
	ID string `json:"id"`
	// Text is the rule in a sentence, Source the document and heading.
	Text   string `json:"text,omitempty"`
	Source string `json:"source,omitempty"`
}

// A Call is one call of a method of the provider, or of a function that it was given.
type Call struct {
	// At is when the call began, in seconds since the spec did.
	At float64 `json:"at"`
	// Thread is the number of the calling thread, in the order of their first calls,
	// from 1.
	Thread int `json:"thread"`
	// Object is a name of an [Object].
	Object string `json:"object"`
	Method string `json:"method"`
	// Arguments are in the order of the method's parameters.
	Arguments string `json:"arguments,omitempty"`
	// Result is what it returned, with what it wrote to where the caller asked for it.
	Result string `json:"result,omitempty"`
	// Times is how often in a row the thread made the call with this result, if more
	// than once.
	Times int `json:"times,omitempty"`
	// Took is for how many seconds it went on if that was long, and it was not asked to wait.
	Took float64 `json:"took,omitempty"`
	// Unfinished says that the call has not returned.
	Unfinished bool `json:"unfinished,omitempty"`
}

// An Object is one that calls are made on or with.
type Object struct {
	// Name is short, and unique within a spec: cq1, qp2.
	Name string `json:"name"`
	// Is says what the object is, and where it is from.
	Is string `json:"is,omitempty"`
}

// String returns the finding without its calls, in lines that begin with a label.
func (f Finding) String() string {
	var lines []string
	for _, part := range []struct{ label, text string }{
		{"", f.Says},
		{"expected: ", f.Expected},
		{"seen:     ", f.Seen},
		{"besides:  ", f.Besides},
		{"rule:     ", f.Rule.ID},
	} {
		if part.text != "" {
			lines = append(lines, part.label+strings.ReplaceAll(part.text, "\n", "\n          "))
		}
	}
	return strings.Join(lines, "\n")
}

// Line returns what the finding says, in one line.
func (f Finding) Line() string {
	says := strings.Trim(oneLine(f.Says)+"; "+oneLine(f.Besides), "; ")
	if f.Expected != "" || f.Seen != "" {
		if says != "" {
			says += ": "
		}
		says += "expected " + oneLine(f.Expected) + "; seen " + oneLine(f.Seen)
	}
	return says
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// String returns the call without its time.
func (c Call) String() string {
	text := c.Object + "." + c.Method + "(" + c.Arguments + ")"
	switch {
	case c.Unfinished:
		return text + " has not returned"
	case c.Result != "":
		return text + " → " + c.Result
	}
	return text
}

// Lines returns what findings say, each in one line.
func Lines(list []Finding) string {
	lines := make([]string, len(list))
	for i, f := range list {
		lines[i] = f.Line()
	}
	return strings.Join(lines, "\n")
}
