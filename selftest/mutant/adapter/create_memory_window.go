package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var createMemoryWindow = []Mutant{
	New("adapter.creatememorywindow.invalidated/open",
		"A Write with the token of a window that was never bound is reported as done.", openUnbound(calls.QPWrite)),
	New("adapter.creatememorywindow.invalidated/open-to-reads",
		"A Read with the token of a window that was never bound is reported as done.", openUnbound(calls.QPRead)),
}

// openUnbound makes a defect: requests of a method that name a window are reported as
// done if it was never bound.
func openUnbound(method string) Defect {
	return Keeping2(func(c *calls.Call, bound *calls.Record[bool], tokens *Table[uint32, *calls.Object]) nd2.Status {
		switch c.Method {
		case calls.QPBind:
			if w := calls.ObjectOf(c.Window); w != nil {
				bound.Set(w, true)
			}
		case method:
			if w := tokens.Get(c.Token); w != nil && !bound.Get(w) {
				return ReportDone(c)
			}
		case calls.MWGetRemoteToken:
			s := c.Proceed()
			tokens.Set(c.Count, c.Object)
			return s
		}
		return c.Proceed()
	})
}
