package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func receive() []mutant.Mutant {
	return slices.Concat(
		mutant.EntryLists("qp.receive.scatters", calls.QPReceive),
		[]mutant.Mutant{
			mutant.New("qp.receive.before-connecting/lost",
				"Receives are lost that are posted before the queue pair is being connected.",
				mutant.Refusing(calls.QPReceive, nd2.Success, func(c *calls.Call) bool { return c.OnQP().Connector() == nil })),
			mutant.New("qp.receive.before-connecting/refused",
				"Receives are refused until the queue pair is being connected.",
				mutant.Refusing(calls.QPReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool {
					return c.OnQP().Connector() == nil
				})),
			mutant.New("qp.receive.longer-message/beyond",
				"A message longer than the Receive overwrites the byte behind its entries.",
				mutant.EachResult(func(o *calls.Outcome) {
					if o.Of != nil && o.RequestType == nd2.RequestReceive && o.Status != nd2.Success && o.Status != nd2.Canceled {
						mutant.OverwriteBehind(o.Of.SGE)
					}
				})),
			mutant.New("qp.receive.longer-message/sender-goes-on",
				"The sender of a message longer than the Receive learns of nothing, and its connection goes on.",
				mutant.RecordingResults(func(o *calls.Outcome, unaware *calls.Record[bool]) {
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
			mutant.New("qp.receive.order/swapped", "Two Receives are taken in the wrong order.",
				mutant.SwappingPairs(calls.QPReceive)),
			mutant.New("qp.receive.place-after-result/not-until-empty",
				"A full receive queue takes nothing until it is empty.",
				staysFull(func(method string) bool { return method == calls.QPReceive })),
		},
	)
}

func shorterMessages() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("qp.receive.scatters/beyond", "A message overwrites the byte behind the Receive's entries.",
			mutant.ResultsThat(mutant.Received, func(o *calls.Outcome) { mutant.OverwriteBehind(o.Of.SGE) })),
		mutant.New("qp.receive.shorter-message/next-entry",
			"A message that ends with an entry of the Receive changes the first byte of the next.",
			mutant.OfSeveralEntries(func(o *calls.Outcome) {
				end := 0
				for _, e := range o.Of.SGE {
					end += len(e.Buffer)
					if end == int(o.BytesTransferred) {
						mutant.FlipByte(o.Of.SGE, end)
					}
				}
			})),
		mutant.New("qp.receive.shorter-message/rest",
			"A message shorter than the Receive changes the byte behind itself.",
			mutant.ResultsThat(mutant.Received, func(o *calls.Outcome) {
				mutant.FlipByte(o.Of.SGE, int(o.BytesTransferred))
			})),
		mutant.New("qp.receive.shorter-message/room", "BytesTransferred of a Receive is how much it had room for.",
			mutant.ResultsThat(mutant.Received, func(o *calls.Outcome) {
				o.BytesTransferred = uint32(mutant.TotalLength(o.Of.SGE))
			})),
	}
}
