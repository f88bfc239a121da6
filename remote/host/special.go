package host

import (
	"time"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

func unknownAddRef(c *call) {
	of := the[nd2.Unknown](c, c.object)
	c.end()
	wire.PutUint(&c.reply, of.AddRef())
	c.mu.Lock()
	defer c.mu.Unlock()
	if o := c.objects[c.object]; o != nil {
		o.references++
	}
}

func unknownRelease(c *call) {
	of := the[nd2.Unknown](c, c.object)
	c.end()
	wire.PutUint(&c.reply, of.Release())
	c.putDropped(c.drop(c.object))
}

// ndkObjectClose drops the object before it is closed: it may be gone when Close returns.
func ndkObjectClose(c *call) {
	of := the[ndk.Object](c, c.object)
	completion := c.calling(true)
	requestContext := wire.Uint[uintptr](&c.Reader)
	c.end()
	gone, all := c.drop(c.object)
	wire.PutUint(&c.reply, of.Close(completion, requestContext))
	c.putDropped(gone, all)
}

func ndkProviderCloseAdapter(c *call) {
	of := the[ndk.Provider](c, c.object)
	given := c.Reader
	number := wire.Uint[uint64](&given)
	adapter := parameter[ndk.Adapter](c)
	c.end()
	gone, all := c.drop(number)
	wire.PutUint(&c.reply, of.CloseAdapter(adapter))
	c.putDropped(gone, all)
}

func (c *call) putDropped(gone, all bool) {
	wire.PutBool(&c.reply, gone)
	wire.PutBool(&c.reply, all)
}

// nd1AdapterGetFileHandle returns an adapter's file, which ends with the adapter.
func nd1AdapterGetFileHandle(c *call) {
	of := the[nd1.Adapter](c, c.object)
	c.end()
	file := of.GetFileHandle()
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.objects[c.object]
	if file == nil || o == nil {
		wire.PutOut(&c.reply, wire.Out{})
		return
	}
	if o.file == 0 {
		o.file = c.number()
		c.objects[o.file] = &object{it: file, references: 1, lent: true}
	}
	wire.PutOut(&c.reply, wire.Out{Object: o.file, Kind: wire.IsOverlappedFile})
}

// nd1AdapterRegisterMemory returns a number for the handle; the provider may fill in the handle when the request
// ends.
func nd1AdapterRegisterMemory(c *call) {
	of := the[nd1.Adapter](c, c.object)
	buffer, o := c.buffer(), c.request()
	c.end()
	handle := new(nd1.MRHandle)
	s := of.RegisterMemory(buffer, o, handle)
	wire.PutUint(&c.reply, s)
	number := uint64(0)
	c.mu.Lock()
	defer c.mu.Unlock()
	if s == nd2.Success || s == nd2.Pending {
		if len(c.handles) >= c.Limits.Objects {
			c.stop(errTooMany("registrations", c.Limits.Objects))
		}
		number = c.number()
		c.handles[number] = registered{handle, c.object}
	}
	wire.PutUint(&c.reply, number)
}

// A registered is memory registered with a v1 adapter.
type registered struct {
	handle  *nd1.MRHandle
	adapter uint64
}

// mostOver is how many closed files, and handles of deregistered memory, are kept for a client that still uses
// them. A client keeps fewer files.
const mostOver = 1 << 15

func nd1AdapterDeregisterMemory(c *call) {
	of := the[nd1.Adapter](c, c.object)
	given := c.Reader
	number := wire.Uint[uint64](&given)
	mr := c.handle()
	o := c.request()
	c.end()
	s := of.DeregisterMemory(mr, o)
	wire.PutUint(&c.reply, s)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.handles[number]; known && (s == nd2.Success || s == nd2.Pending) {
		delete(c.handles, c.retired.Add(number, mostOver))
	}
}

func overlappedFileClose(c *call) {
	of := the[nd2.OverlappedFile](c, c.object)
	c.end()
	s := of.Close()
	wire.PutUint(&c.reply, s)
	c.mu.Lock()
	defer c.mu.Unlock()
	if o := c.objects[c.object]; s == nd2.Success && o != nil && !o.lent {
		delete(c.objects, c.closed.Add(c.object, mostOver))
	}
}

// handle takes the provider's handle by its number. An unknown number may be a handle that no provider has given.
func (c *call) handle() nd1.MRHandle {
	n := wire.Uint[nd1.MRHandle](&c.Reader)
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, is := c.handles[uint64(n)]; is {
		return *known.handle
	}
	return n
}

func completionQueueGetResults(c *call) {
	of := the[nd2.CompletionQueue](c, c.object)
	getResults(c, func(list []nd2.Result) uint64 { return uint64(of.GetResults(list)) }, wire.PutResult)
}

func ndkCQGetCqResults(c *call) {
	of := the[ndk.CQ](c, c.object)
	getResults(c, func(list []ndk.Result) uint64 { return uint64(of.GetCqResults(list)) }, wire.PutNDKResult)
}

func nd1CompletionQueueGetResults(c *call) {
	of := the[nd1.CompletionQueue](c, c.object)
	getResults(c, func(list []*nd1.Result) uint64 { return uint64(of.GetResults(list)) }, c.putHandedBack)
}

// putHandedBack writes a v1 result from a queue.
func (c *call) putHandedBack(w *wire.Writer, r *nd1.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	number := c.results.numbers[r]
	if r == nil {
		r = &nd1.Result{}
	}
	wire.PutUint(w, number)
	wire.PutUint(w, r.Status)
	wire.PutUint(w, r.BytesTransferred)
}

// result takes an ND_RESULT, the same one each time; 0 is nil.
func (c *call) result() *nd1.Result {
	n := wire.Uint[uint64](&c.Reader)
	if n == 0 {
		return nil
	}
	return known(c.host, &c.results, "results", n, func() *nd1.Result { return &nd1.Result{} })
}

const (
	// mostResults limits the results of one call, and maxPollTime its wait for a result.
	mostResults = 1 << 16
	maxPollTime = 10 * time.Millisecond
	// pollInterval is the host's pause between two polls.
	pollInterval = 20 * time.Microsecond
)

// getResults gets results. The host polls for a while in place of the client, whose polls would each cross the
// network.
func getResults[T any](c *call, look func([]T) uint64, put func(*wire.Writer, T)) {
	room := wire.Uint[uint64](&c.Reader)
	wait := time.Duration(wire.Uint[uint32](&c.Reader)) * time.Microsecond
	c.end()
	if room > mostResults {
		c.violated("room for %d results", room)
	}
	list := make([]T, room)
	n := look(list)
	if n == 0 && wait > 0 && room > 0 {
		n = lookAgain(func() uint64 { return look(list) }, min(wait, maxPollTime))
	}
	wire.PutUint(&c.reply, n)
	wire.PutList(&c.reply, list[:min(n, room)], put)
}

func lookAgain(look func() uint64, wait time.Duration) (n uint64) {
	over := time.NewTimer(wait)
	defer over.Stop()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		select {
		case <-over.C:
			return 0
		case <-tick.C:
			n = look()
			if n > 0 {
				return n
			}
		}
	}
}
