//go:build windows && (amd64 || arm64)

package dll

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

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
