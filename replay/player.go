package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A player makes the call of one line.
type player struct {
	*track
	line recorded.Line
	// turn is the line's place in the sequence: a call's when it begins, a wait's when it ends.
	turn int
	// idle says that it is a Notify's end, which need not come, and either that it is the end of a request that was
	// canceled, and may have ended before.
	idle, either bool
	// takes are the results that it takes for certain.
	takes []nd2.Result
}

// waits is [stage.waits]; the call begins behind it.
func (p *player) waits(is func() bool) bool {
	defer p.begins()
	return p.stage.waits(is)
}

func (p *player) begins() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn = p.Sequence.turn()
}

// fail returns an error that ends the replay.
func (p *player) fail(format string, args ...any) error {
	return &StopError{Line: p.line, Says: fmt.Sprintf(format, args...)}
}

// came compares the outcome of the line.
func (p *player) came(same bool, now string) {
	p.mu.Lock()
	if p.Made != nil {
		p.Made(p.line, now)
	}
	p.noted()
	p.mu.Unlock()
	if !same {
		p.differs(p.line, now)
	}
}

// noted notes the line in the sequence, as a text has it: it takes only results that come for certain, and waits for no
// Notify that need not end.
func (p *player) noted() {
	line, turn := p.line, p.turn
	takes := line.Method == "GetResults"
	if takes {
		line.Results = p.takes
	}
	if p.idle || takes && p.Usage != nil && len(line.Results) == 0 {
		return
	}
	if p.either {
		line.Status = recorded.AnyStatus
	}
	if takes || line.Request != "" {
		turn = p.Sequence.turn()
	}
	p.Sequence.note(turn, line)
}

// make makes the call.
func (p *player) make() error {
	p.begins()
	switch {
	case p.line.Request != "":
		return p.await()
	case p.line.Method == "GetResults":
		return p.results(p.ctx)
	}
	if p.line.Status == recorded.NoInterface {
		return p.fail("the text does not name the interface")
	}
	if err := p.named(); err != nil {
		return err
	}
	s, err := p.call()
	if err != nil {
		return err
	}
	p.mu.Lock()
	r, want := p.requests[p.line.Index], p.line.Status
	waits := s == nd2.Pending && want != nd2.Pending && r != nil && !p.line.Awaited
	if r != nil && !p.line.Awaited && (waits || s != nd2.Pending || p.Usage != nil) { // else it is asked at the end
		p.forget(p.line.Index)
	}
	p.mu.Unlock()
	if waits {
		return p.ended(r, want)
	}
	p.came(s == want || want == recorded.AnyStatus || r != nil && p.later(s, want) || p.portTaken(s, want), s.String())
	return nil
}

// ephemeral is the first of the ports from which providers choose.
const ephemeral = 49152

// portTaken reports whether a Bind fails because the provider has given its port to somebody else in this run.
func (p *player) portTaken(s, want nd2.Status) bool {
	taken := []nd2.Status{nd2.SharingViolation, nd2.AddressAlreadyExists}
	_, port, _ := strings.Cut(p.line.To, ":")
	n, err := strconv.Atoi(port)
	return p.line.Method == "Bind" && err == nil && n >= ephemeral && want == nd2.Success && slices.Contains(taken, s)
}

// later reports whether a request that has ended at once, or has not, is to be compared where the text waits for its
// end: which of the two it does is the provider's choice.
func (p *player) later(s, want nd2.Status) bool {
	ends := want == nd2.Pending && s == nd2.Success || s == nd2.Pending
	return ends || want == nd2.Pending && p.line.Awaited
}

// forget drops a request whose end was waited for. The stage is locked.
func (k *track) forget(index int) {
	delete(k.requests, index)
	delete(k.asked, index)
	delete(k.early, index)
}

// start makes a request, and returns what the call returned.
func (p *player) start(on nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) nd2.Status {
	r := ndclient.Start(on, call)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests[p.line.Index], p.asked[p.line.Index] = r, p.line
	return r.Returned
}

// await waits for the end of an earlier line's request.
func (p *player) await() error {
	p.mu.Lock()
	r := p.requests[p.line.Of]
	p.idle = p.early[p.line.Of] || p.line.Idle
	p.forget(p.line.Of)
	p.mu.Unlock()
	if r == nil {
		return p.fail("the request was not made")
	}
	if p.idle {
		p.came(true, p.line.Status.String())
		return nil
	}
	return p.ended(r, p.line.Status)
}

// ended waits for a request's end, and compares its status.
func (p *player) ended(r *ndclient.Request, want nd2.Status) error {
	over := func() bool { return r.Ended() || p.ctx.Err() != nil }
	if !timeout.Until(p.Limit, r.Event.Signaled, over) {
		if forgotten := p.forgotten(); len(forgotten) > 0 {
			is := recorded.Call{Method: "GetResults", Results: forgotten}.Result()
			return &StopError{p.line, fmt.Sprintf("it has not ended in %v, and there is %s", p.Limit, is), true}
		}
		return p.fail("it has not ended in %v", p.Limit)
	}
	if !r.Ended() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.noted() // what it waits for may be what is wrong
		return p.ctx.Err()
	}
	s := r.Final()
	p.either = p.canceled() && (s == nd2.Canceled || want == nd2.Canceled)
	p.came(s == want || want == recorded.AnyStatus || p.either, s.String())
	return nil
}

// forgotten are the results that are in a queue whose Notify has not ended.
func (p *player) forgotten() []nd2.Result {
	p.mu.Lock()
	o := p.objects[p.line.On]
	p.mu.Unlock()
	if o == nil || p.line.Request != "Notify" && p.line.Method != "Notify" {
		return nil
	}
	q, ok := o.made.(nd2.CompletionQueue)
	if !ok {
		return nil
	}
	room := make([]nd2.Result, mostAtOnce)
	return room[:min(int(q.GetResults(room)), len(room))]
}

// canceled reports whether a recorded program has canceled a request that it then waits for, which may end before.
func (p *player) canceled() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	o := p.objects[p.line.On]
	return p.Usage != nil && o != nil && o.canceled > p.line.Of
}

// release releases an object.
func (s *stage) release(o *object) nd2.Status {
	s.mu.Lock()
	if s.objects[o.name] != o { // another thread releases it
		s.mu.Unlock()
		return nd2.Success
	}
	delete(s.objects, o.name)
	s.gone[o.name] = o.tokens
	s.mu.Unlock()
	last := s.look(o)
	s.note(func() { s.gone[o.name] = last })
	s.stored(o)
	if _, ok := o.made.(nd2.Adapter); ok {
		o.adapter.Close()
	} else {
		o.made.Release()
	}
	for _, b := range o.blocks {
		free := false
		if s.note(func() { *b.users--; free = *b.users == 0 }); free {
			b.end.Free(&s.pool, b.memory)
		}
	}
	s.wake()
	return nd2.Success
}
