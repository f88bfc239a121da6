// Package refusal has, as data, how calls are made wrong: which parameter of a method is to be what.
package refusal

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// A Limit bounds a number that a method of IND2Adapter takes: one more is refused.
type Limit struct {
	// Method is the method's name, such as CreateQueuePair; Parameter counts from 1, as in the C declaration.
	Method    string
	Parameter int
	// Name is the limit's in ND2_ADAPTER_INFO.
	Name string
}

// Limits lists them.
var Limits = []Limit{
	{"CreateCompletionQueue", 3, "MaxCompletionQueueDepth"},
	{"CreateSharedReceiveQueue", 3, "MaxSharedReceiveQueueDepth"},
	{"CreateSharedReceiveQueue", 4, "MaxReceiveSge"},
	{"CreateQueuePair", 5, "MaxReceiveQueueDepth"},
	{"CreateQueuePair", 6, "MaxInitiatorQueueDepth"},
	{"CreateQueuePair", 7, "MaxReceiveSge"},
	{"CreateQueuePair", 8, "MaxInitiatorSge"},
	{"CreateQueuePair", 9, "MaxInlineDataSize"},
	{"CreateQueuePairWithSrq", 6, "MaxInitiatorQueueDepth"},
	{"CreateQueuePairWithSrq", 7, "MaxInitiatorSge"},
	{"CreateQueuePairWithSrq", 8, "MaxInlineDataSize"},
}

var fields = map[string]func(i nd2.AdapterInfo) uint32{
	"MaxCompletionQueueDepth":    func(i nd2.AdapterInfo) uint32 { return i.MaxCompletionQueueDepth },
	"MaxSharedReceiveQueueDepth": func(i nd2.AdapterInfo) uint32 { return i.MaxSharedReceiveQueueDepth },
	"MaxReceiveQueueDepth":       func(i nd2.AdapterInfo) uint32 { return i.MaxReceiveQueueDepth },
	"MaxInitiatorQueueDepth":     func(i nd2.AdapterInfo) uint32 { return i.MaxInitiatorQueueDepth },
	"MaxReceiveSge":              func(i nd2.AdapterInfo) uint32 { return i.MaxReceiveSGE },
	"MaxInitiatorSge":            func(i nd2.AdapterInfo) uint32 { return i.MaxInitiatorSGE },
	"MaxInlineDataSize":          func(i nd2.AdapterInfo) uint32 { return i.MaxInlineDataSize },
}

// Of is the limit of an adapter.
func (l Limit) Of(i nd2.AdapterInfo) uint32 { return fields[l.Name](i) }

// Rule is the id of the rule that the call breaks.
func (l Limit) Rule() string { return Rule(l.Method, l.Parameter) }

// Rule is the id of the rule by which a method of IND2Adapter refuses what a parameter is.
func Rule(method string, parameter int) string {
	if parameter == 1 {
		return "adapter." + strings.ToLower(method) + ".unknown-iid"
	}
	return fmt.Sprintf("adapter.%s.nd-invalid-parameter-%d", strings.ToLower(method), parameter)
}
