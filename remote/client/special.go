package client

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// Release implements [nd2.Unknown].
func (of *unknown) Release() uint32 {
	r := of.begin(wire.UnknownRelease).make()
	left := returns[uint32](r)
	r.released(of.number)
	r.end()
	return left
}

// Close implements [ndk.Object].
func (of *ndkObject) Close(completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	c := of.begin(wire.NDKObjectClose)
	c.calling(completion, true)
	wire.PutUint(&c.Writer, requestContext)
	r := c.make()
	status := returns[ndk.Status](r)
	r.released(of.number)
	r.end()
	return status
}

// CloseAdapter implements [ndk.Provider].
func (of *ndkProvider) CloseAdapter(adapter ndk.Adapter) ndk.Status {
	c := of.begin(wire.NDKProviderCloseAdapter)
	c.reference(adapter)
	r := c.make()
	status := returns[ndk.Status](r)
	if mine, ok := adapter.(*ndkAdapter); ok {
		r.released(mine.number)
		of.forgetFunctions(mine.number)
	}
	r.end()
	return status
}

// released takes whether an object is gone, and whether all are. It forgets a gone object, and the
// requests that the far side has dropped.
func (r *reply) released(number uint64) {
	gone, all := wire.Bool(&r.Reader), wire.Bool(&r.Reader)
	defer r.tellForgotten()
	r.mu.Lock()
	defer r.mu.Unlock()
	if gone {
		if it, ok := r.objects[number].(interface{ far() *object }); ok {
			it.far().endAll()
			delete(r.objects, it.far().file)
			delete(r.ports, it.far().file)
		}
		delete(r.objects, number)
	}
	if all {
		r.forget()
		clear(r.ports)
	}
}

// GetFileHandle implements [nd1.Adapter].
func (of *nd1Adapter) GetFileHandle() (file nd2.OverlappedFile) {
	r := of.begin(wire.ND1AdapterGetFileHandle).make()
	comesOut(r, &file)
	if mine, ok := file.(*overlappedFile); ok {
		r.mu.Lock()
		of.file, mine.lent = mine.number, true
		r.mu.Unlock()
	}
	r.end()
	return file
}

// Close implements [nd2.OverlappedFile]. Calls on a closed file still reach the far side, until many
// other files were closed.
func (of *overlappedFile) Close() nd2.Status {
	r := of.begin(wire.OverlappedFileClose).make()
	status := returns[nd2.Status](r)
	r.end()
	of.mu.Lock()
	defer of.mu.Unlock()
	if status == nd2.Success && !of.lent {
		oldest := of.closed.Add(of.number, mostOver)
		delete(of.objects, oldest)
		delete(of.ports, oldest)
	}
	return status
}

// RegisterMemory implements [nd1.Adapter]. The handle is a number that stands for the far provider's
// handle.
func (of *nd1Adapter) RegisterMemory(buffer []byte, o *nd2.Overlapped, mr *nd1.MRHandle) nd2.Status {
	c := of.begin(wire.ND1AdapterRegisterMemory)
	c.buffer(buffer)
	c.request(o)
	r := c.make()
	status := returns[nd2.Status](r)
	if handle := wire.Uint[nd1.MRHandle](&r.Reader); handle != 0 && mr != nil {
		*mr = handle
	}
	r.end()
	return status
}
