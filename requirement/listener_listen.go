package requirement

import "github.com/ndconform/ndconform/nd2"

var listenerListen = of(
	Entry{Interface: "IND2Listener", Method: "Listen", Kind: Return, Profile: Core},
	Entry{
		ID: "listener.listen.nd-success", Source: "Implementation Notes",
		Rule: "A listener listens with any backlog, and takes at least one request.",
	},
	Entry{ID: "listener.listen.nd-insufficient-resources", Rule: "When there are not enough resources, the call says so."},
	Entry{
		ID: "listener.listen.backlog", Kind: Limit,
		Source: "IND2Listener.md, IND2Listener::Listen; IND2Connector.md, IND2Connector::Connect",
		Rule:   "A request beyond the backlog is refused, waits, or is not answered, and those within it are taken.",
		Accept: []nd2.Status{nd2.Success, nd2.ConnectionRefused, nd2.IOTimeout},
		Ruling: "A provider may apply its own limits, so the request may wait like those before it; and what does not fit " +
			"may be dropped as well as refused.",
	},
	Entry{
		ID: "listener.listen.no-limit", Kind: Limit, Level: Should,
		Rule:   "With a backlog of 0 there is no limit: many requests wait, and each is taken.",
		Ruling: "A provider may apply its own limits.",
	},
	Entry{
		ID: "listener.listen.within-backlog", Kind: Limit, Level: Should,
		Rule:   "A backlog of several requests lets as many wait, and each is taken.",
		Ruling: "A provider may apply its own limits.",
	},
	Entry{
		ID: "listener.listen.again", Kind: Limit, Profile: Microsoft, Level: Should,
		Source: "MS tests: src/unittests/ndmemorytest/ndduallisten.cpp",
		Rule:   "A listener that listens refuses to listen again.",
		Ruling: "Only Microsoft's test asks for it; a provider may take it for a new backlog.",
	},
)
