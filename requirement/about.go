package requirement

import (
	"regexp"
	"slices"
	"strings"
)

// IsAbout reports whether a spec tests a method, such as "IND2Connector::Connect": its id is a
// rule of the method, or of the results of its requests.
func IsAbout(id, method string) bool {
	object, name, ok := strings.Cut(method, "::")
	if !ok {
		return false
	}
	rule, _, _ := strings.Cut(id, "/")
	e, known := Lookup(rule)
	switch {
	case !known:
		return false
	case e.Interface == object && e.Method == name:
		return true
	case strings.HasPrefix(object, "NDK"):
		return strings.HasPrefix(e.Interface, "NDK") && ofNDK(e, object, name)
	}
	return strings.HasPrefix(rule, OfResults(method))
}

// named matches a method as a source names it.
var named = regexp.MustCompile(`\bIN?D[A-Z0-9a-z]+::[A-Z][A-Za-z]+`)

// At is the method that a rule judges, as the documents name it: the method whose requests have the results that it
// judges, or the method that it belongs to. Of a rule of a whole interface it is Release, if its id says so, or else
// the method that its id or its source names first; if they name none, or the rule is on what any error does, At is
// the interface.
func (e Entry) At() string {
	group := strings.Split(e.ID+"..", ".")[1]
	switch {
	case e.Method == "GetResults" && e.Request != "":
		return "IND2QueuePair::" + e.Request
	case e.Method != "":
		return e.Interface + "::" + e.Method
	case group == "error": // whichever request it was that failed
		return e.Interface
	case group == "release":
		return e.Interface + "::Release"
	}
	at := e.Interface
	for i, method := range named.FindAllString(e.Source, -1) {
		if _, name, _ := strings.Cut(method, "::"); strings.EqualFold(name, group) {
			return method
		}
		if i == 0 {
			at = method
		}
	}
	return at
}

// RuleOf returns the MUST of a method whose id ends with the first of suffixes that any of its rules ends with, as
// ".nd-success"; ok is false if there is none.
func RuleOf(method string, suffixes ...string) (e Entry, ok bool) {
	object, name, _ := strings.Cut(method, "::")
	page := Page(object, name)
	if len(page) == 0 { // the interface has another name in the catalogue
		page = slices.DeleteFunc(All(), func(e Entry) bool { return !IsAbout(e.ID, method) })
	}
	for _, suffix := range suffixes {
		for _, e := range page {
			if e.Level == Must && strings.HasSuffix(e.ID, suffix) {
				return e, true
			}
		}
	}
	return Entry{}, false
}

// ofNDK reports whether a rule is for a function of an NDKPI object; their tables spell the
// names differently.
func ofNDK(e Entry, object, name string) bool {
	table := strings.TrimSuffix(e.Interface, "_DISPATCH") == object
	return table && (e.Method == "Ndk"+name || name == "Close" && strings.HasPrefix(e.Method, "NdkClose")) ||
		object+"::"+name == NotificationCallback && strings.HasPrefix(e.ID, "ndk.srqnotification.")
}

// NotificationCallback is by what name NDKPI's notification callback goes, which is no method.
const NotificationCallback = "NDK_SRQ::NotificationCallback"

// OfResults is how the ids of rules about the results of a method's requests begin.
func OfResults(method string) string {
	_, name, _ := strings.Cut(method, "::")
	return "cq.getresults." + strings.ToLower(name) + "."
}
