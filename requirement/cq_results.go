package requirement

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// These are the rulings on what iWARP does, where a Send or a Write is over once it is
// sent: the peer's refusal comes as the end of the connection.
const (
	sentEarly = "On iWARP, which the page of IND2Listener names, a Send or a Write is over once it is on its way, " +
		"so that it may have succeeded before; the connection ends all the same."
	throughBefore = "On iWARP, which the page of IND2Listener names, a Send or a Write is over once it is on its way: " +
		"what was ahead, and so this request, may have gone through before the queue pair is flushed. Behind a request " +
		"that was canceled, all are."
)

var cqSendResults = of(
	Entry{
		Interface: "IND2CompletionQueue", Method: "GetResults", Kind: Completion, Request: "Send", Profile: Core,
		Source: resultStatuses,
	},
	Entry{ID: "cq.getresults.send.nd-success", Rule: "A message that the peer has a Receive for is reported as sent."},
	Entry{
		ID: "cq.getresults.send.nd-data-overrun", Level: Should,
		Source: "IND2CompletionQueue.md, ND2_RESULT structure, Remarks; IND2QueuePair.md, IND2QueuePair::Send, Return Value",
		Rule:   "A Send of more data than MaxTransferLength is not carried out, and says so.",
		Ruling: "The call may refuse it with ND_BUFFER_OVERFLOW, which Send's page has for the same cause, or the result " +
			"tell of it. " + moreThanTransfer,
	},
	Entry{
		ID: "cq.getresults.send.nd-access-violation",
		Rule: "A Send whose entries name memory that is not registered, no longer registered, or not registered to that " +
			"extent ends with the code for that.",
		Halves: []string{"extent", "last-of-several", "not-registered"},
	},
	Entry{
		ID:     "cq.getresults.send.nd-canceled",
		Rule:   "A Send outstanding behind another request when the queue pair is flushed ends as canceled.",
		Accept: []nd2.Status{nd2.Canceled, nd2.Success}, Ruling: throughBefore,
	},
	Entry{
		ID: "cq.getresults.send.nd-invalid-device-request", Needs: []Need{Fault(fault.RequestDamaged)},
		Rule: "A Send that the hardware finds malformed ends with the code for that.",
	},
	Entry{
		ID: "cq.getresults.send.nd-internal-error", Needs: []Need{Fault(fault.RequestInternal)},
		Rule: "A Send that the hardware fails to process ends with the code for that.",
	},
	Entry{
		ID: "cq.getresults.send.nd-io-timeout", Level: Should,
		Source: "MS tests: src/unittests/ndmemorytest, NdSendNoReceive",
		Rule:   "A Send for which the peer never posts a Receive ends with the code for a timeout.",
		Accept: []nd2.Status{nd2.IOTimeout, nd2.Timeout, nd2.RemoteError, nd2.Success},
		Ruling: "The documents ask for a Receive to be posted first, and say nothing of a Send that finds none: it may be " +
			"tried again for as long as the provider likes, or be refused by the peer. On iWARP it is over once it is on " +
			"its way.",
	},
	Entry{
		ID: "cq.getresults.send.nd-remote-error", Source: "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
		Rule: "A Send that is longer than the Receive it meets ends with an error of the remote queue pair, and the " +
			"connection ends.",
		Accept: slices.Concat([]nd2.Status{nd2.RemoteError, nd2.DataError, nd2.Success}, unheard),
		Ruling: "Shipped providers report ND_DATA_ERROR too; on iWARP a Send is over before the peer has looked for a " +
			"Receive. " + unheardRuling,
	},
)

var cqReceiveResults = of(
	Entry{
		Interface: "IND2CompletionQueue", Method: "GetResults", Kind: Completion, Request: "Receive", Profile: Core,
		Source: resultStatuses,
	},
	Entry{
		ID: "cq.getresults.receive.nd-success", Rule: "A Receive that a message has been put into is reported as filled.",
	},
	Entry{
		ID: "cq.getresults.receive.nd-buffer-overflow", Source: "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
		Rule:   "A Receive with less room than the message takes ends with the code for that.",
		Accept: []nd2.Status{nd2.BufferOverflow, nd2.DataOverrun},
		Ruling: "Shipped providers report ND_DATA_OVERRUN too, which the table denies to Receives.",
	},
	Entry{
		ID: "cq.getresults.receive.nd-access-violation",
		Rule: "A Receive whose entries name memory that is not registered, no longer registered, or not registered to that " +
			"extent ends with the code for that.",
		Halves: []string{"extent", "last-of-several", "not-registered"},
	},
	Entry{
		ID:   "cq.getresults.receive.nd-canceled",
		Rule: "A Receive outstanding when the queue pair is flushed ends as canceled.",
	},
	Entry{
		ID: "cq.getresults.receive.nd-invalid-device-request", Needs: []Need{Fault(fault.RequestDamaged)},
		Rule: "A Receive that the hardware finds malformed ends with the code for that.",
	},
	Entry{
		ID: "cq.getresults.receive.nd-internal-error", Needs: []Need{Fault(fault.RequestInternal)},
		Rule: "A Receive that the hardware fails to process ends with the code for that.",
	},
	Entry{
		ID: "cq.getresults.receive.nd-io-timeout", Needs: []Need{Fault(fault.Partition), Fault(fault.Hold)},
		Rule:   "A Receive that was being filled when the connection failed ends with the code for a timeout.",
		Accept: []nd2.Status{nd2.IOTimeout, nd2.Canceled},
		Ruling: "The code is documented for Receives; where the queue pair fails by another request, its Receives are " +
			"canceled.",
	},
	Entry{
		ID: "cq.getresults.receive.nd-remote-error", Needs: []Need{Fault(fault.Hold)},
		Rule: "A Receive that was being filled when the peer ended the connection with an error is reported with the " +
			"code for that.",
		Accept: []nd2.Status{nd2.RemoteError, nd2.Canceled, nd2.IOTimeout},
		Ruling: "The code is documented for Receives; where the queue pair fails by another request, its Receives are " +
			"canceled, and where the network loses the peer's refusal, time runs out.",
	},
)

var cqBindResults = of(
	Entry{
		Interface: "IND2CompletionQueue", Method: "GetResults", Kind: Completion, Request: "Bind", Profile: MemoryWindow,
		Source: resultStatuses,
	},
	Entry{
		ID: "cq.getresults.bind.nd-success", Rule: "A Bind of a free window to memory that allows it is reported as done.",
	},
	Entry{
		ID:     "cq.getresults.bind.nd-canceled",
		Rule:   "A Bind outstanding behind another request when the queue pair is flushed ends as canceled.",
		Accept: []nd2.Status{nd2.Canceled, nd2.Success}, Ruling: throughBefore,
	},
	Entry{
		ID: "cq.getresults.bind.nd-invalid-device-request", Needs: []Need{Fault(fault.RequestDamaged)},
		Rule: "A Bind that the hardware finds malformed ends with the code for that.",
	},
	Entry{
		ID: "cq.getresults.bind.nd-internal-error", Needs: []Need{Fault(fault.RequestInternal)},
		Rule: "A Bind that the hardware fails to process ends with the code for that.",
	},
)

var cqInvalidateResults = of(
	Entry{
		Interface: "IND2CompletionQueue", Method: "GetResults", Kind: Completion, Request: "Invalidate",
		Profile: MemoryWindow, Source: resultStatuses,
	},
	Entry{ID: "cq.getresults.invalidate.nd-success", Rule: "An Invalidate of a bound window is reported as done."},
	Entry{
		ID:     "cq.getresults.invalidate.nd-canceled",
		Rule:   "An Invalidate outstanding behind another request when the queue pair is flushed ends as canceled.",
		Accept: []nd2.Status{nd2.Canceled, nd2.Success}, Ruling: throughBefore,
	},
	Entry{
		ID:     "cq.getresults.invalidate.nd-invalid-device-request",
		Rule:   "An Invalidate of a window that is not bound ends with the code for that.",
		Ruling: "The call may refuse it with the same code, or the result tell of it.",
	},
	Entry{
		ID: "cq.getresults.invalidate.nd-internal-error", Needs: []Need{Fault(fault.RequestInternal)},
		Rule: "An Invalidate that the hardware fails to process ends with the code for that.",
	},
)

var cqReadResults = of(
	Entry{
		Interface: "IND2CompletionQueue", Method: "GetResults", Kind: Completion, Request: "Read", Profile: Core,
		Needs: []Need{NeedRead}, Source: resultStatuses,
	},
	Entry{
		ID:   "cq.getresults.read.nd-success",
		Rule: "A Read of memory that the peer has opened is reported as done when the data is there.",
	},
	Entry{
		ID: "cq.getresults.read.nd-data-overrun", Level: Should,
		Source: "IND2CompletionQueue.md, ND2_RESULT structure, Remarks; IND2QueuePair.md, IND2QueuePair::Read, Return Value",
		Rule:   "A Read of more data than MaxTransferLength is not carried out, and says so.",
		Ruling: "The call may refuse it with ND_BUFFER_OVERFLOW, which Read's page has for the same cause, or the result " +
			"tell of it. " + moreThanTransfer,
	},
	Entry{
		ID: "cq.getresults.read.nd-access-violation",
		Rule: "A Read whose entries name memory that is not registered, no longer registered, or not registered to that " +
			"extent ends with the code for that.",
		Halves: []string{"extent", "last-of-several", "not-registered"},
	},
	Entry{
		ID:     "cq.getresults.read.nd-canceled",
		Rule:   "A Read outstanding behind another request when the queue pair is flushed ends as canceled.",
		Accept: []nd2.Status{nd2.Canceled, nd2.Success}, Ruling: throughBefore,
	},
	Entry{
		ID: "cq.getresults.read.nd-invalid-device-request", Needs: []Need{Fault(fault.RequestDamaged)},
		Rule: "A Read that the hardware finds malformed ends with the code for that.",
	},
	Entry{
		ID: "cq.getresults.read.nd-internal-error", Needs: []Need{Fault(fault.RequestInternal)},
		Rule: "A Read that the hardware fails to process ends with the code for that.",
	},
	Entry{
		ID: "cq.getresults.read.nd-io-timeout", Needs: []Need{Fault(fault.Partition)},
		Rule: "A Read of a peer that cannot be reached ends with the code for a timeout, and the connection ends.",
	},
	Entry{
		ID: "cq.getresults.read.failed-peer",
		Rule: "A Read from a peer whose queue pair has failed ends with the code for a timeout, or as one of a " +
			"connection that has ended.",
		Accept: []nd2.Status{nd2.IOTimeout, nd2.Canceled, nd2.ConnectionInvalid, nd2.RemoteError}, Preferred: 3,
		Ruling: "The code is for a remote queue pair that has failed. Whoever has heard by then that the connection has " +
			"ended cancels the request or refuses it.",
	},
	Entry{
		ID: "cq.getresults.read.nd-remote-error", Needs: []Need{Fault(fault.ResponderInternal)},
		Rule: "A Read that the peer's hardware fails to carry out ends with the code for an error on the remote queue " +
			"pair, and the connection ends.",
		Accept: slices.Concat([]nd2.Status{nd2.RemoteError}, unheard), Ruling: unheardRuling,
	},
)

var cqWriteResults = of(
	Entry{
		Interface: "IND2CompletionQueue", Method: "GetResults", Kind: Completion, Request: "Write", Profile: Core,
		Source: resultStatuses,
	},
	Entry{ID: "cq.getresults.write.nd-success", Rule: "A Write to memory that the peer has opened is reported as done."},
	Entry{
		ID: "cq.getresults.write.nd-data-overrun", Level: Should,
		Source: "IND2CompletionQueue.md, ND2_RESULT structure, Remarks; IND2QueuePair.md, IND2QueuePair::Write, Return Value",
		Rule:   "A Write of more data than MaxTransferLength is not carried out, and says so.",
		Ruling: "The call may refuse it with ND_BUFFER_OVERFLOW, which Write's page has for the same cause, or the result " +
			"tell of it. " + moreThanTransfer,
	},
	Entry{
		ID: "cq.getresults.write.nd-access-violation",
		Rule: "A Write whose entries name memory that is not registered, no longer registered, or not registered to that " +
			"extent ends with the code for that.",
		Halves: []string{"extent", "last-of-several", "not-registered"},
	},
	Entry{
		ID:     "cq.getresults.write.nd-canceled",
		Rule:   "A Write outstanding behind another request when the queue pair is flushed ends as canceled.",
		Accept: []nd2.Status{nd2.Canceled, nd2.Success}, Ruling: throughBefore,
	},
	Entry{
		ID: "cq.getresults.write.nd-invalid-device-request", Needs: []Need{Fault(fault.RequestDamaged)},
		Rule: "A Write that the hardware finds malformed ends with the code for that.",
	},
	Entry{
		ID: "cq.getresults.write.nd-internal-error", Needs: []Need{Fault(fault.RequestInternal)},
		Rule: "A Write that the hardware fails to process ends with the code for that.",
	},
	Entry{
		ID: "cq.getresults.write.nd-io-timeout", Needs: []Need{Fault(fault.Partition)},
		Rule:   "A Write to a peer that cannot be reached ends with the code for a timeout, and the connection ends.",
		Accept: []nd2.Status{nd2.IOTimeout, nd2.Success}, Ruling: sentEarly,
	},
	Entry{
		ID: "cq.getresults.write.nd-remote-error", Needs: []Need{Fault(fault.ResponderInternal)},
		Rule: "A Write that the peer's hardware fails to carry out ends with the code for an error on the remote queue " +
			"pair, and the connection ends.",
		Accept: slices.Concat([]nd2.Status{nd2.RemoteError, nd2.Success}, unheard), Ruling: sentEarly + " " + unheardRuling,
	},
)
