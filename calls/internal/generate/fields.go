package main

import (
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

// fields are where a call has its parameters: by the parameter's name and type, its type, or its
// name. A parameter with another type in nd1 or ndk is in their structure, under its name unless
// listed here.
var fields = map[string]string{
	"*nd2.Unknown": "Out", "*nd2.OverlappedFile": "OutFile", "*nd2.Overlapped": "Overlapped",
	"nd2.OverlappedFile": "File", "nd2.GUID": "IID", "nd2.NotifyType": "NotifyType",
	"*nd2.SocketAddressList": "List",
	"nd2.OpFlags":            "Flags", "nd2.RegionFlags": "Rights", "bool": "Wait", "*nd2.AdapterInfo": "Info",
	"[]nd2.SGE": "SGE", "[]nd2.Result": "Results",

	"queueDepth uint32": "Depth", "depth uint32": "Depth", "maxRequestSGE": "SGEs", "notifyThreshold": "Threshold",
	"receiveQueueDepth": "ReceiveDepth", "initiatorQueueDepth": "InitiatorDepth",
	"maxInitiatorRequestSGE": "InitiatorSGEs",
	"maxReceiveRequestSGE":   "ReceiveSGEs", "inlineDataSize": "InlineSize",
	"group uint16": "Group", "affinity uint64": "Affinity", "group *uint16": "FoundGroup",
	"affinity *uint64":                   "FoundAffinity",
	"receiveCompletionQueue nd2.Unknown": "ReceiveCQ", "initiatorCompletionQueue nd2.Unknown": "InitiatorCQ",
	"sharedReceiveQueue nd2.Unknown": "SRQ", "memoryRegion nd2.Unknown": "Region",
	"memoryWindow nd2.Unknown": "Window",
	"queuePair nd2.Unknown":    "QueuePair", "connector nd2.Unknown": "Connector",
	"context uintptr": "Context", "requestContext": "Context", "adapterID uint64": "AdapterID",
	"adapterID *uint64": "FoundID",
	"address":           "Buffer", "buffer": "Buffer", "privateData": "Buffer", "destAddress": "Destination",
	"inboundReadLimit uint32": "InboundReads", "outboundReadLimit uint32": "OutboundReads",
	"inboundReadLimit *uint32": "InboundLimit", "outboundReadLimit *uint32": "OutboundLimit",
	"remoteAddress": "Address", "remoteToken": "Token", "size *uint32": "Size", "backlog uint32": "Backlog",

	"Connect address": "Destination", "inboundCQ": "ND1.Inbound", "outboundCQ": "ND1.Outbound",
	"inboundEntries": "ND1.Shape.InboundEntries", "outboundEntries": "ND1.Shape.OutboundEntries",
	"inboundSGE": "ND1.Shape.InboundSGE", "outboundSGE": "ND1.Shape.OutboundSGE", "maxInlineData": "ND1.Inline",
	"CreateEndpoint inboundReadLimit":  "ND1.Shape.InboundReads",
	"CreateEndpoint outboundReadLimit": "ND1.Shape.OutboundReads",
	"inboundReadLimit *uintptr":        "ND1.InboundLimit", "outboundReadLimit *uintptr": "ND1.OutboundLimit",
	"*nd1.Result": "ND1.Result", "[]nd1.SGE": "ND1.SGE", "*nd1.MWDescriptor": "ND1.Descriptor",
	"mr nd1.MRHandle":  "ND1.Region",
	"mr *nd1.MRHandle": "ND1.OutRegion", "connector nd1.Connector": "ND1.Taker",
	"endpoint *nd1.Endpoint": "ND1.Created",

	"ndk.CreateCompletion": "NDK.Create", "ndk.RequestCompletion": "NDK.Complete",
	"ndk.CloseCompletion": "NDK.Close",
	"srq ndk.SRQ":         "NDK.Shared", "srq *ndk.SRQ": "NDK.Created", "sgl": "NDK.SGL",
	"results []ndk.Result": "NDK.Room", "qpContext": "Context",
	"CreateQpWithSrq requestContext": "NDK.RequestContext", "qp ndk.QP": "NDK.QueuePair",
}

// fieldOf is the field of a call for a parameter.
func fieldOf(m method, p interfaces.Parameter) string {
	t := interfaces.Written(p.Type)
	for _, key := range []string{m.Name + " " + p.Name, p.Name + " " + t, t, p.Name} {
		if field, ok := fields[key]; ok {
			return field
		}
	}
	of := m.of.Package
	switch {
	case of == "nd2":
		return exported(p.Name)
	case strings.HasPrefix(t, "*"+of+".") && m.creates(p):
		return "Into"
	}
	return strings.ToUpper(of) + "." + exported(p.Name)
}

func exported(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
