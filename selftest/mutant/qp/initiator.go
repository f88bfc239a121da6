package qp

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func initiator() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("qp.initiator.place-after-result/not-until-empty",
			"A full initiator queue takes nothing until it is empty.",
			staysFull(func(method string) bool {
				return strings.HasPrefix(method, "IND2QueuePair::") && method != calls.QPReceive && method != calls.QPFlush
			})),
	}
}
