package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var receive = slices.Concat(
	EntryLists("qp.receive.scatters", calls.QPReceive),
	[]Mutant{
		New("qp.receive.before-connecting/lost",
			"Receives are lost that are posted before the queue pair is being connected.",
			Refusing(calls.QPReceive, nd2.Success, func(c *calls.Call) bool { return c.OnQP().Connector() == nil })),
		New("qp.receive.before-connecting/refused", "Receives are refused until the queue pair is being connected.",
			Refusing(calls.QPReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool { return c.OnQP().Connector() == nil })),
		New("qp.receive.longer-message/beyond", "A message longer than the Receive overwrites the byte behind its entries.",
			EachResult(func(o *calls.Outcome) {
				if o.Of != nil && o.RequestType == nd2.RequestReceive && o.Status != nd2.Success && o.Status != nd2.Canceled {
					OverwriteBehind(o.Of.SGE)
				}
			})),
		New("qp.receive.longer-message/sender-goes-on",
			"The sender of a message longer than the Receive learns of nothing, and its connection goes on.",
			KeepingResults(func(o *calls.Outcome, unaware *calls.Record[bool]) {
				if o.On == nil {
					return
				}
				if o.RequestType == nd2.RequestSend && o.Status == nd2.RemoteError {
					unaware.Set(&o.On.Object, true)
				}
				if unaware.Get(&o.On.Object) {
					o.Status = nd2.Success
				}
			})),
		New("qp.receive.order/swapped", "Two Receives are taken in the wrong order.", SwappingPairs(calls.QPReceive)),
		New("qp.receive.place-after-result/not-until-empty", "A full receive queue takes nothing until it is empty.",
			staysFull(func(method string) bool { return method == calls.QPReceive })),
	},
)

var shorterMessages = []Mutant{
	New("qp.receive.scatters/beyond", "A message overwrites the byte behind the Receive's entries.",
		ResultsThat(Received, func(o *calls.Outcome) { OverwriteBehind(o.Of.SGE) })),
	New("qp.receive.shorter-message/next-entry",
		"A message that ends with an entry of the Receive changes the first byte of the next.",
		OfSeveralEntries(func(o *calls.Outcome) {
			end := 0
			for _, e := range o.Of.SGE {
				end += len(e.Buffer)
				if end == int(o.BytesTransferred) {
					FlipByte(o.Of.SGE, end)
				}
			}
		})),
	New("qp.receive.shorter-message/rest", "A message shorter than the Receive changes the byte behind itself.",
		ResultsThat(Received, func(o *calls.Outcome) { FlipByte(o.Of.SGE, int(o.BytesTransferred)) })),
	New("qp.receive.shorter-message/room", "BytesTransferred of a Receive is how much it had room for.",
		ResultsThat(Received, func(o *calls.Outcome) { o.BytesTransferred = uint32(TotalLength(o.Of.SGE)) })),
}
