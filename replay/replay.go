package replay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// Options say how to replay.
type Options struct {
	// Limit is how long each wait may take; 0 means 10 s.
	Limit time.Duration
	// Made, if not nil, is called with each line once it is made, and what came of it.
	Made func(line recorded.Line, now string)
}

// A Result is what came of a text.
type Result struct {
	// Calls is how many lines were made, and Skipped how many not, because they were refused for what can't be given
	// again: another kind of object, or an interface that the text does not name.
	Calls, Skipped int
	// Differences are the lines whose outcome was another one than the text's.
	Differences []Difference
	// Stopped says why the lines behind the last one could not be made; nil if all were.
	Stopped *StopError
}

// noInterface is COM's E_NOINTERFACE.
const noInterface nd2.Status = 0x80004002

// A Difference is a line with another outcome.
type Difference struct {
	Line recorded.Line
	// Now is what has come.
	Now string
}

// A StopError says why a line could not be made, or what it has waited for in vain.
type StopError struct {
	Line recorded.Line
	Says string
}

// Error implements error.
func (e *StopError) Error() string {
	return fmt.Sprintf("line %d: %s: %s", e.Line.Number, e.Line.Call, e.Says)
}

// Play makes the calls of a text on two ends: "local" is the first one. It closes what the text leaves open. The error
// is ctx's.
func Play(ctx context.Context, ends *ndclient.Ends, lines []recorded.Line, o Options) (Result, error) {
	if o.Limit == 0 {
		o.Limit = 10 * time.Second
	}
	p := &player{
		Options: o, ends: ends, objects: map[string]*object{}, gone: map[string]bool{}, requests: map[int]*ndclient.Request{},
		addresses: map[string][]byte{}, sizes: sizesOf(lines),
	}
	defer p.close()
	for n, line := range lines {
		if err := ctx.Err(); err != nil {
			return p.result, err
		}
		if err := p.make(ctx, n, line); err != nil {
			stop := new(StopError)
			if errors.As(err, &stop) && line.Status.Failed() && line.Status != recorded.AnyStatus && line.Request == "" {
				p.result.Skipped++
				continue
			}
			if errors.As(err, &stop) {
				p.result.Stopped = stop
				return p.result, nil
			}
			return p.result, err
		}
		p.result.Calls++
	}
	return p.result, nil
}

// A player makes the calls of one text.
type player struct {
	Options
	ends    *ndclient.Ends
	objects map[string]*object
	order   []*object
	gone    map[string]bool
	// requests are those with an OVERLAPPED, by the numbers of their lines.
	requests map[int]*ndclient.Request
	// addresses are the sockaddrs of listeners by their names.
	addresses map[string][]byte
	// sizes are how many bytes of each region the text names, beyond those that it registers.
	sizes  map[string]int
	pool   memory.Pool
	blocks []block
	result Result
	// number and line are those that are being made, and so says that its outcome is not only a status.
	number int
	line   recorded.Line
}

// An object is one that the text has created.
type object struct {
	name    string
	made    nd2.Unknown
	adapter *adapter
	// memory is what a region is registered with, as much as the text names of it, and registered says that it is.
	memory     []byte
	registered bool
	// references are the text's, less the first.
	references int
	// tokens are a window's, oldest first.
	tokens []uint32
	// early are results that have come before the text asks for them.
	early []nd2.Result
}

// An adapter is one that is open, at an end.
type adapter struct {
	ndclient.Adapter
	end ndclient.End
}

// A block is memory of an end.
type block struct {
	end    ndclient.End
	memory []byte
}

// fail returns an error that ends the replay.
func (p *player) fail(format string, args ...any) error {
	return &StopError{p.line, fmt.Sprintf(format, args...)}
}

// came compares the outcome of the line.
func (p *player) came(same bool, now string) {
	if p.Made != nil {
		p.Made(p.line, now)
	}
	if !same {
		p.result.Differences = append(p.result.Differences, Difference{p.line, now})
	}
}

// make makes the call of one line.
func (p *player) make(ctx context.Context, number int, line recorded.Line) error {
	p.number, p.line = number, line
	switch {
	case line.Request != "":
		return p.await()
	case line.Method == "GetResults":
		return p.results(ctx)
	}
	if line.Status == noInterface {
		return p.fail("the text does not name the interface")
	}
	if err := p.named(); err != nil {
		return err
	}
	s, err := p.call()
	if err != nil {
		return err
	}
	want := line.Status
	pends := s == nd2.Pending && want == nd2.Success || s == nd2.Success && want == nd2.Pending
	p.came(s == want || want == recorded.AnyStatus || pends && p.requests[number] != nil, s.String())
	if s == nd2.Pending && want != nd2.Pending { // the text does not wait for its end
		return p.ended(p.requests[number], want)
	}
	return nil
}

// await waits for the end of an earlier line's request.
func (p *player) await() error {
	r := p.requests[p.line.Of]
	if r == nil {
		return p.fail("the request was not made")
	}
	return p.ended(r, p.line.Status)
}

// ended waits for a request's end, and compares its status.
func (p *player) ended(r *ndclient.Request, want nd2.Status) error {
	if r == nil {
		return nil
	}
	if !r.Await(p.Limit) {
		return p.fail("it has not ended in %v", p.Limit)
	}
	p.came(r.Final() == want || want == recorded.AnyStatus, r.Final().String())
	return nil
}

// close closes what the text has left open, last things first.
func (p *player) close() {
	for i := len(p.order) - 1; i >= 0; i-- {
		p.release(p.order[i])
	}
	for _, b := range p.blocks {
		b.end.Free(&p.pool, b.memory)
	}
}

// release releases an object; a region is deregistered before.
func (p *player) release(o *object) nd2.Status {
	if p.objects[o.name] != o {
		return nd2.Success
	}
	delete(p.objects, o.name)
	p.gone[o.name] = true
	switch made := o.made.(type) {
	case nd2.Adapter:
		o.adapter.Close()
	case nd2.MemoryRegion:
		if o.registered {
			ndclient.Start(made, made.Deregister).Await(p.Limit)
		}
		made.Release()
	default:
		made.Release()
	}
	return nd2.Success
}
