package legal

import (
	"runtime/debug"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// mostData is more than the engine can have of private data, in bytes.
const mostData = 256

// fetchData makes hooks that return from GetPrivateData what part says of the data
// that has arrived.
func fetchData(part func(c *calls.Connector, data []byte) []byte) calls.Hooks {
	return calls.Hooks{Call: calls.At(calls.ConnectorGetPrivateData, func(c *calls.Call) nd2.Status {
		whole, size := make([]byte, mostData), uint32(mostData)
		if c.Size == nil || c.OnConnector().Inner.GetPrivateData(whole, &size) != nd2.Success {
			return c.Proceed()
		}
		data := part(c.OnConnector(), whole[:size])
		room := copy(c.Buffer[:min(len(c.Buffer), int(*c.Size))], data)
		*c.Size = uint32(len(data))
		if room < len(data) {
			return nd2.BufferOverflow
		}
		return nd2.Success
	})}
}

// sendData makes hooks that change the private data of a request and of an answer.
func sendData(caller, callee func(data []byte) ([]byte, nd2.Status)) calls.Hooks {
	return calls.Hooks{Call: func(c *calls.Call) (status nd2.Status) {
		switch c.Method {
		case calls.ConnectorConnect:
			c.Buffer, status = caller(c.Buffer)
		case calls.ConnectorAccept, calls.ConnectorReject:
			c.Buffer, status = callee(c.Buffer)
		}
		if status != nd2.Success {
			return status
		}
		return c.Proceed()
	}}
}

// exactPrivateData sends the length before the data, and has room for a byte less
// therefore.
func exactPrivateData() calls.Hooks {
	query := querying(func(info *nd2.AdapterInfo) {
		info.MaxCallerData--
		info.MaxCalleeData--
	})
	return calls.Chain(query(), sendData(withLength, withLength), fetchData(func(_ *calls.Connector, data []byte) []byte {
		if len(data) == 0 {
			return nil
		}
		length := min(int(data[0]), len(data)-1)
		return data[1:][:length]
	}))
}

// withLength leaves it to the engine to refuse what is too long, as it is by a byte
// more then, or is not there.
func withLength(data []byte) (framed []byte, _ nd2.Status) {
	if len(data) >= mostData {
		return data, nd2.Success
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			framed = data
		}
	}()
	return append([]byte{byte(len(data))}, data...), nd2.Success
}
