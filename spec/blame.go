package spec

import (
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// completesPort is blamed for a packet of a request whose method is not known.
const completesPort = "the completion port"

// blamed returns a finding of the running spec with the method to blame, if it names none and its calls show one: the
// method that returned the failure that was not due, or whose status is judged.
func blamed(f finding.Finding) finding.Finding {
	if status := refusedAnswer(f); status != "" {
		f.Method, f.Does = "IND2Connector::Accept", "returns "+status
	}
	if f.Method != "" || len(f.Calls) == 0 {
		return f
	}
	if status := f.Unexpected + strings.TrimPrefix(f.Does, "returns "); status != "" {
		f.Method, f.Does = setUpBy(f, status)
		return f
	}
	for _, field := range resultFields {
		if strings.HasPrefix(f.Says, field.said) {
			f.Method, f.Does = gaveResults(f.Calls), finding.Other(field.name)
			return f
		}
	}
	if f.Expected != "" && !strings.Contains(f.Expected, "to return ") {
		id, _ := Identify(ginkgo.CurrentSpecReport().Labels())
		f.Method = told(f.Calls, f.Seen, id)
	}
	if strings.HasPrefix(f.Expected, "to return ") {
		f.Method = returnedBy(f.Calls, strings.Fields(f.Seen + " ?")[0])
		if f.Method != "" && f.Expected == "to return ND_SUCCESS" && f.Seen == "ND_PENDING" {
			f.Does = "returns ND_PENDING"
		}
	}
	return f
}

// refusedAnswer returns the status with which the Accept was refused that a Connect waits for, "" if none was.
func refusedAnswer(f finding.Finding) string {
	if f.Method != "IND2Connector::Connect" || f.Does != finding.NeverEnds {
		return ""
	}
	for _, c := range slices.Backward(f.Calls) {
		if name, _, _ := strings.Cut(c.Result, ","); c.Method == "Accept" {
			if s, known := nd2.StatusByName(name); known && s.Failed() {
				return name
			}
			return ""
		}
	}
	return ""
}

// told names the getter that gave the spec the judged value: the only method of the getters called last, or the only
// one of them to return this value, or else the method that the spec tests.
func told(calls []finding.Call, seen, id string) string {
	var methods, telling []string
	for _, c := range slices.Backward(calls) {
		if !strings.HasPrefix(c.Method, "Get") && !strings.HasPrefix(c.Method, "Query") || polls(c.Method) {
			break
		}
		methods = append(methods, MethodOf(c))
		if slices.ContainsFunc(strings.Split(c.Result, ", "), func(part string) bool {
			return part == seen || strings.HasSuffix(part, " "+seen) || strings.HasSuffix(part, ":"+seen)
		}) {
			telling = append(telling, MethodOf(c))
		}
	}
	for _, list := range [][]string{methods, telling} {
		if slices.Sort(list); len(slices.Compact(list)) == 1 {
			return list[0]
		}
	}
	if i := slices.IndexFunc(methods, func(m string) bool { return requirement.IsAbout(id, m) }); i >= 0 {
		return methods[i]
	}
	return ""
}

// polls reports whether a method is called again and again, whatever is wrong.
func polls(method string) bool { return method == "GetResults" || method == "GetOverlappedResult" }

// naming returns a finding of what a call has returned with the name of its method, if it is known.
func naming(f finding.Finding) finding.Finding {
	if f.Method != "" && strings.HasPrefix(f.Expected, "to return ") {
		f.Expected = f.Method + " " + f.Expected
	}
	return f
}

// resultFields are fields of ND2_RESULT, by how assertions about them begin. What is wrong in one is
// wrong whatever the request was.
var resultFields = []struct{ said, name string }{
	{"the request contexts of the results", "RequestContext"},
	{"the contexts of all the results", "RequestContext"},
	{"RequestContext", "RequestContext"},
	{"QueuePairContext", "QueuePairContext"},
	{"BytesTransferred", "BytesTransferred"},
}

// gaveResults names the method of the last call for results, ND2's if none is known.
func gaveResults(calls []finding.Call) string {
	for _, c := range slices.Backward(calls) {
		if strings.HasPrefix(c.Method, "Get") && strings.HasSuffix(c.Method, "Results") {
			return MethodOf(c)
		}
	}
	return "IND2CompletionQueue::GetResults"
}

// setUpBy returns what a status that a step did not return as it should is blamed on.
func setUpBy(f finding.Finding, status string) (method, does string) {
	step, _, _ := strings.Cut(f.Expected, " to return ")
	if request, ok := strings.CutPrefix(step, "the result of the "); ok {
		return "IND2QueuePair::" + request, "ends with " + status
	}
	method = returnedBy(f.Calls, status)
	if strings.HasSuffix(method, "::GetOverlappedResult") && strings.Contains(step, "::") {
		return step, "ends with " + status
	}
	if method == "" {
		return "", ""
	}
	return method, "returns " + status
}

// returnedBy names the method that returned a status last, "" if none is known to have.
func returnedBy(calls []finding.Call, status string) string {
	for i := len(calls) - 1; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(calls[i].Result,
			status); ok && (rest == "" || strings.ContainsAny(rest[:1], " ,;")) {
			return MethodOf(calls[i])
		}
	}
	return ""
}

// blameFor returns what an operation or a result with a status that is not due is blamed on.
func blameFor(actual any, s nd2.Status) (method, does string) {
	switch a := actual.(type) {
	case *Operation:
		method, _ = a.method()
		does = "ends with " + s.String()
		if a.Returned != nd2.Pending {
			does = "returns " + s.String()
		}
	case nd2.Result:
		method, does = "IND2QueuePair::"+a.RequestType.String(), "ends with "+s.String()
	}
	if !s.Failed() {
		does = ""
	}
	return method, does
}
