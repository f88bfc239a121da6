//go:build windows && (amd64 || arm64)

package dll

import (
	"runtime"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// An nd1Endpoint implements [nd1.Endpoint].
type nd1Endpoint struct{ *object }

// Flush implements [nd1.Endpoint].
func (e *nd1Endpoint) Flush() nd2.Status { return e.do(3) }

// StartRequestBatch implements [nd1.Endpoint].
func (e *nd1Endpoint) StartRequestBatch() { e.call(4) }

// SubmitRequestBatch implements [nd1.Endpoint].
func (e *nd1Endpoint) SubmitRequestBatch() { e.call(5) }

// Send implements [nd1.Endpoint].
func (e *nd1Endpoint) Send(result *nd1.Result, sge []nd1.SGE, flags nd2.OpFlags) nd2.Status {
	return e.post("Send", 6, result, sge, nil, uintptr(flags))
}

// SendAndInvalidate implements [nd1.Endpoint].
func (e *nd1Endpoint) SendAndInvalidate(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor,
	flags nd2.OpFlags,
) nd2.Status {
	return e.post("SendAndInvalidate", 7, result, sge, &remote, uintptr(flags))
}

// Receive implements [nd1.Endpoint].
func (e *nd1Endpoint) Receive(result *nd1.Result, sge []nd1.SGE) nd2.Status {
	return e.post("Receive", 8, result, sge, nil)
}

// Read implements [nd1.Endpoint].
func (e *nd1Endpoint) Read(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64,
	flags nd2.OpFlags,
) nd2.Status {
	return e.post("Read", 11, result, sge, &remote, uintptr(offset), uintptr(flags))
}

// Write implements [nd1.Endpoint].
func (e *nd1Endpoint) Write(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64,
	flags nd2.OpFlags,
) nd2.Status {
	return e.post("Write", 12, result, sge, &remote, uintptr(offset), uintptr(flags))
}

// post calls a method whose first parameters are a result and a list of entries.
// remote, if the method takes it, points to the descriptor of the peer's memory.
func (e *nd1Endpoint) post(name string, method uintptr, result *nd1.Result, sge []nd1.SGE, remote **nd1.MWDescriptor,
	rest ...uintptr,
) nd2.Status {
	f := e.frame(name)
	args := []uintptr{e.results.proxyFor(result, false), f.entries(sge), uintptr(len(sge))}
	if remote != nil {
		args = append(args, ref(f, *remote))
	}
	s := e.do(method, append(args, rest...)...)
	f.end()
	e.settle(args[0], s)
	runtime.KeepAlive(sge)
	return s
}

// settle takes back the ND_RESULT of a refused request.
func (e *nd1Endpoint) settle(result uintptr, s nd2.Status) {
	if s != nd2.Success {
		e.results.takeBack(result)
	}
}

// entries copies a list of ND_SGE, each a pointer, a length and a handle. nil becomes
// NULL.
func (f *frame) entries(sge []nd1.SGE) uintptr {
	if sge == nil {
		return 0
	}
	const size = 3
	b := f.block(len(sge) * size * ptrSize)
	field := words(b)
	for i, e := range sge {
		field[size*i], field[size*i+1], field[size*i+2] = addressOf(e.Buffer), uintptr(len(e.Buffer)), uintptr(e.MR)
	}
	return b.address()
}

// Bind implements [nd1.Endpoint].
func (e *nd1Endpoint) Bind(result *nd1.Result, mr nd1.MRHandle, window nd1.MemoryWindow, buffer []byte,
	flags nd2.OpFlags, descriptor *nd1.MWDescriptor,
) nd2.Status {
	f := e.frame("Bind")
	r := e.results.proxyFor(result, false)
	s := e.do(9, r, uintptr(mr), pointerTo(window), addressOf(buffer), uintptr(len(buffer)), uintptr(flags),
		ref(f, descriptor))
	f.end()
	e.settle(r, s)
	return s
}

// Invalidate implements [nd1.Endpoint].
func (e *nd1Endpoint) Invalidate(result *nd1.Result, window nd1.MemoryWindow, flags nd2.OpFlags) nd2.Status {
	r := e.results.proxyFor(result, false)
	s := e.do(10, r, pointerTo(window), uintptr(flags))
	e.settle(r, s)
	return s
}
