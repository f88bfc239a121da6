package spec

import (
	"runtime"

	. "github.com/onsi/ginkgo/v2"
)

// InTime waits until the request has ended. The spec ends as unobservable if its time
// is up first: it is for requests that end by a limit of time that providers choose.
// Source: IND2Connector.md, IND2Connector::Connect, Return Value.
func (op *Operation) InTime() *Operation {
	GinkgoHelper()
	for !op.Done() {
		if op.ctx.Err() != nil {
			Unobservable("the provider waits longer than the spec")
		}
		runtime.Gosched()
	}
	return op
}
