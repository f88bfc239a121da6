package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Bystanders makes a mutant for each kind of object that an entry's event is to leave alone: those of
// requirement's bystanders. Over says that a call, which has succeeded, is the event.
func Bystanders(id string, over func(c *calls.Call) bool) (list []Mutant) {
	for _, kind := range []struct {
		name, what string
		touch      func(by *calls.Object)
	}{
		{"accepting", "the Accepts of others", ending[*calls.Connector](calls.ConnectorAccept, nd2.ConnectionAborted)},
		{"armed", "Notify requests of other queues", ending[*calls.CompletionQueue](calls.CQNotify, nd2.Success)},
		{
			"connected", "the NotifyDisconnects of others",
			ending[*calls.Connector](calls.ConnectorNotifyDisconnect, nd2.Success),
		},
		{"connecting", "the Connects of others", ending[*calls.Connector](calls.ConnectorConnect, nd2.ConnectionRefused)},
		{"listening", "GetConnectionRequests", ending[*calls.Listener](calls.ListenerGetConnectionRequest, nd2.Canceled)},
		{
			"shared-queue", "Notify requests of shared receive queues",
			ending[*calls.SharedReceiveQueue](calls.SRQNotify, nd2.Success),
		},
		{"unconnected", "the requests of queue pairs that are not connected", flushUnconnected},
	} {
		list = append(list, New(id+"/"+kind.name, "It ends "+kind.what+".", OnCall(func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if !s.Failed() && over(c) {
				kind.touch(c.Object)
			}
			return s
		})))
	}
	return list
}

// ending ends the requests of a method of the other objects of a type.
func ending[T any](method string, with nd2.Status) func(by *calls.Object) {
	return func(by *calls.Object) {
		for _, other := range calls.Others[T](by) {
			End(Outstanding(calls.ObjectOf(other), method), with)
		}
	}
}

// flushUnconnected flushes the other queue pairs that no connector has.
func flushUnconnected(by *calls.Object) {
	for _, q := range calls.Others[*calls.QueuePair](by) {
		if q.Connector() == nil {
			q.Inner.Flush()
		}
	}
}
