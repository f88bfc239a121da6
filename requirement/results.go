package requirement

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// CutOff are the failures of a request whose connection the other end has ended: no page lists them all, and no rule
// is against them. Sources: IND2QueuePair.md, IND2QueuePair::Flush, Remarks; IND2Connector.md,
// IND2Connector::Disconnect, Remarks.
var CutOff = []nd2.Status{
	nd2.Canceled, nd2.ConnectionAborted, nd2.ConnectionDisconnected, nd2.ConnectionInvalid,
}

// ResultsOf lists the entries, sorted by id, that accept statuses of results: each in its own state, for requests of
// one type, as in [Entry.Request].
func ResultsOf(request string) (list []Entry) {
	for _, e := range catalogue().all {
		if e.judgesResults(request) {
			list = append(list, e)
		}
	}
	return list
}

func (e Entry) judgesResults(request string) bool {
	switch {
	case e.Kind == NeverCompletion:
		return false
	case e.Kind == Return: // a Bind to memory that does not allow it may be refused by the call or by its result
		return e.Interface == "IND2QueuePair" && e.Method == "Bind" && request == "Bind"
	case e.Request != "":
		return e.Request == request
	case requestsOf[e.ID] != nil:
		return slices.Contains(requestsOf[e.ID], request)
	}
	switch e.Interface {
	case "IND2QueuePair":
		return e.Method == "" || e.Method == request && e.Kind != Ordering
	case "IND2MemoryRegion", "IND2MemoryWindow":
		return e.Method == "" && slices.Contains(transfers, request)
	}
	return false
}

// transfers are the types of requests that move data.
var transfers = []string{"Send", "Receive", "Read", "Write"}

// requestsOf has the types of requests of entries that name none.
var requestsOf = map[string][]string{
	"cq.getresults.remote-access":               {"Read", "Write"},
	"cq.getresults.responder-failure":           {"Send"},
	"cq.getresults.send.io-timeout-unreachable": {"Send"},
	"mw.scope.bound-once":                       {"Bind"},
	"srq.receive.too-short-at-receiver":         {"Receive"},
	"srq.receive.too-short-at-sender":           {"Send"},
}

// AnyStatus reports whether an entry leaves open how a request ends.
func (e Entry) AnyStatus() bool { return e.Level == Info && e.Kind == Completion && len(e.Accept) == 0 }
