package beside

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
)

// An other is another outcome of a line.
type other struct {
	line recorded.Line
	now  string
	// stopped says that what the line waits for has not come.
	stopped bool
}

// allowed reports whether no document says which of the two outcomes is right: when requests end, and where there is
// room for another one, is the provider's choice, and the same rule may accept both statuses. The bytes of messages are
// the model's.
func (o *other) allowed() bool {
	if o.stopped {
		return true
	}
	own, another, known := o.statuses()
	if !known || providers.Lacks(own) || providers.Lacks(another) || another == own {
		return true
	}
	if slices.Contains(timely, own) || slices.Contains(timely, another) || o.rule() == "" {
		return true
	}
	return slices.ContainsFunc(o.entries(), func(e requirement.Entry) bool {
		return slices.Contains(e.Accept, own) && slices.Contains(e.Accept, another)
	})
}

// timely are statuses that tell how soon a provider has noticed the end of a connection or of a request.
var timely = []nd2.Status{
	nd2.Canceled, nd2.IOTimeout, nd2.NoMoreEntries, nd2.ConnectionAborted, nd2.ConnectionInvalid,
}

// statuses are those of the line and the other outcome; of results, the first two that differ.
func (o *other) statuses() (own, another nd2.Status, known bool) {
	if o.line.Method != "GetResults" {
		another, known = nd2.ParseStatus(o.now)
		return o.line.Status, another, known
	}
	now, err := recorded.Parse(strings.NewReader(o.line.As(o.now)))
	if err != nil || len(now) != 1 {
		return 0, 0, false
	}
	for i, r := range now[0].Results[:min(len(now[0].Results), len(o.line.Results))] {
		if want := o.line.Results[i]; want.Status != r.Status {
			return want.Status, r.Status, want.RequestType == r.RequestType
		}
	}
	return 0, 0, false
}

// entries are the rules of the line's method, or of requests whose results the line takes.
func (o *other) entries() (list []requirement.Entry) {
	kind, method, request := recorded.KindOf(o.line.On), cmp.Or(o.line.Request, o.line.Method), ""
	if len(o.line.Results) > 0 {
		request = o.line.Results[0].RequestType.String()
	}
	for _, e := range requirement.All() {
		ofMethod := strings.HasPrefix(e.ID, kind+"."+strings.ToLower(method)+".")
		if request == "" && ofMethod || request != "" && e.Request == request {
			list = append(list, e)
		}
	}
	return list
}

// rule is the one that says when the failure is due that one of the two has seen; it is empty if none does.
func (o *other) rule() string {
	own, another, _ := o.statuses()
	due := func(e requirement.Entry) bool {
		return slices.ContainsFunc(e.Accept, func(s nd2.Status) bool { return s.Failed() && (s == own || s == another) })
	}
	entries := o.entries()
	if n := slices.IndexFunc(entries, due); n >= 0 {
		return entries[n].ID
	}
	return ""
}
