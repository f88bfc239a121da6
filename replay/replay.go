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
	// Recorded says that the lines are a recording's: calls that were refused and can't be made again are skipped.
	Recorded bool
	// Made, if not nil, is called with each line once it is made, and what came of it.
	Made func(line recorded.Line, now string)
}

// A Result is what came of a text.
type Result struct {
	// Calls is how many lines were made, and Skipped how many of a recording not: they were refused for what can't be
	// given again, such as another kind of object or an interface that ND2 does not define.
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
		Options: o, ends: ends, objects: map[string]*object{}, gone: map[string]bool{},
		requests:  map[int]*ndclient.Request{},
		addresses: map[string][]byte{}, sizes: sizesOf(lines), awaited: map[int]bool{},
	}
	for _, line := range lines {
		p.awaited[line.Of] = p.awaited[line.Of] || line.Request != ""
	}
	defer p.close()
	for n, line := range lines {
		if err := ctx.Err(); err != nil {
			return p.result, err
		}
		if err := p.make(ctx, n, line); err != nil {
			stop := new(StopError)
			if o.Recorded && errors.As(err, &stop) && line.Refused() {
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
	// awaited are the lines whose request another line waits for.
	awaited map[int]bool
	// addresses are the sockaddrs of listeners by their names.
	addresses map[string][]byte
	// sizes are how many bytes of each region the text names, registered or not.
	sizes  map[string]int
	pool   memory.Pool
	blocks []block
	result Result
	// number and line are those that are being made.
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
	// tokens are a window's, oldest first, but for the one that it has; bound says that it has one.
	tokens []uint32
	bound  bool
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
	if p.Recorded && line.Status == noInterface {
		return p.fail("the text does not name the interface")
	}
	if err := p.named(); err != nil {
		return err
	}
	s, err := p.call()
	if err != nil {
		return err
	}
	r, want := p.requests[number], line.Status
	if s == nd2.Pending && want != nd2.Pending && r != nil && !p.awaited[number] {
		return p.ended(r, want)
	}
	p.came(s == want || want == recorded.AnyStatus || r != nil && p.later(s, want), s.String())
	return nil
}

// later reports whether a request that has ended at once, or has not, is to be compared where the text waits for its
// end: which of the two it does is the provider's choice.
func (p *player) later(s, want nd2.Status) bool {
	ends := want == nd2.Pending && s == nd2.Success || s == nd2.Pending
	return ends || want == nd2.Pending && p.awaited[p.number]
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
		o := p.order[i]
		for ; o.references > 0 && p.objects[o.name] == o; o.references-- {
			o.made.Release()
		}
		if m, ok := o.made.(nd2.MemoryRegion); ok && o.registered && p.objects[o.name] == o {
			ndclient.Start(m, m.Deregister).Await(p.Limit)
		}
		p.release(o)
	}
	for _, b := range p.blocks {
		b.end.Free(&p.pool, b.memory)
	}
}

// release releases an object.
func (p *player) release(o *object) nd2.Status {
	if p.objects[o.name] != o {
		return nd2.Success
	}
	delete(p.objects, o.name)
	p.gone[o.name] = true
	if _, ok := o.made.(nd2.Adapter); ok {
		o.adapter.Close()
	} else {
		o.made.Release()
	}
	return nd2.Success
}
