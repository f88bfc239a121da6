package judge

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
)

// A Replay has a checker see what another one has recorded.
type Replay struct {
	k          *Checker
	objects    map[string]*calls.Object
	files      map[string]*file
	overlapped map[uint64]*nd2.Overlapped // by the addresses that they had
	pending    map[uint64]*pending        // by their numbers
	going      map[uint64]*step           // by the numbers of their calls
	removals   map[uint64]func()          // what puts the adapters back
	// requests are those of objects, by their names; departed are objects that are gone, oldest first.
	requests map[string][]uint64
	departed []string
	told     Told
	// latest are the last two events, if they are a call and its return.
	latest [2]event.Event
}

// A Told is told what is replayed, with the program's own values; numbers tell calls, and requests, apart.
type Told interface {
	Begins(number uint64, c *calls.Call, request uint64)
	Ends(number uint64, c *calls.Call, s nd2.Status)
	// Notified says that a request was notified, and Finished how it has ended, as the program has asked.
	Notified(request uint64)
	Finished(request uint64, s nd2.Status)
}

// Tell has somebody told what is replayed. It is called before the first event.
func (r *Replay) Tell(told Told) { r.told = told }

// NewReplay returns one for a checker that has seen nothing.
func NewReplay(k *Checker) *Replay {
	return &Replay{
		k: k, objects: map[string]*calls.Object{}, files: map[string]*file{}, overlapped: map[uint64]*nd2.Overlapped{},
		pending: map[uint64]*pending{}, going: map[uint64]*step{}, removals: map[uint64]func(){},
		requests: map[string][]uint64{},
	}
}

// Take has the checker see one event. After an error, which says that the event can't come of the ones
// before it, nothing more can be taken.
func (r *Replay) Take(e event.Event) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // buffers that are none of this process
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("it makes no sense: %v", why)
		}
	}()
	if err := e.Check(); err != nil {
		return err
	}
	switch {
	case e.Call != nil:
		err = r.call(e.Call)
	case e.Return != nil:
		err = r.returned(e.Return)
	case e.Again > 0:
		return r.again(e.Again)
	case e.Notification != nil:
		err = r.notification(e.Notification)
	case e.File != nil:
		err = r.file(e.File)
	case e.Removal != nil:
		err = r.removal(e.Removal)
	case e.Removes:
		r.k.Removes()
	}
	r.latest = [2]event.Event{r.latest[1], e}
	return err
}

// call has the checker see a call that begins.
func (r *Replay) call(e *event.Call) error {
	m := methods[e.Method]
	on := r.objects[e.On]
	if on == nil && e.Kind != "" && shortNames[e.Kind] != "" {
		on = &calls.Object{Kind: e.Kind, Inner: new(wrapper)}
	}
	of, _, _ := strings.Cut(e.Method, "::")
	switch {
	case m == nil:
		return fmt.Errorf("there is no method %q", e.Method)
	case on == nil:
		return fmt.Errorf("%s is called on %q, which nothing has created", e.Method, e.On)
	case of != on.Kind && of != "IUnknown" && of != "IND2Overlapped":
		return fmt.Errorf("%s is called on an %s", e.Method, on.Kind)
	case r.going[e.Number] != nil:
		return fmt.Errorf("call %d begins twice", e.Number)
	}
	if err := e.Check(); err != nil {
		return err
	}
	c := &calls.Call{Object: on, Overlapped: r.overlappedOf(e.Overlapped)}
	if err := e.Fill(c, (*names)(r)); err != nil {
		return fmt.Errorf("%s: %w", e.Method, err)
	}
	own := *c
	s := r.k.called(m, c)
	if s == nil {
		return fmt.Errorf("%s is called on %q, which has another interface too", e.Method, e.On)
	}
	on.Name = e.On
	if r.told != nil {
		var request uint64
		if p := s.pending; p != nil && c.Method != calls.GetOverlappedResult {
			request = p.number
		}
		r.told.Begins(e.Number, &own, request)
	}
	if s.o.name != e.On {
		return fmt.Errorf("%s is called on %q, which is %s", e.Method, e.On, s.o.name)
	}
	r.objects[e.On] = on
	if p := s.pending; p != nil {
		if r.pending[p.number] == nil {
			r.requests[e.On] = r.latestOf(append(r.requests[e.On], p.number))
		}
		r.pending[p.number] = p
	}
	r.going[e.Number] = s
	return nil
}

// returned has the checker see what a call has come to.
func (r *Replay) returned(e *event.Return) error {
	s := r.going[e.Number]
	if s == nil {
		return fmt.Errorf("call %d returns, which has not begun", e.Number)
	}
	delete(r.going, e.Number)
	c, of := s.c, s.o
	e.Fill(c)
	if e.Made != "" && shortNames[e.Made] != "" {
		c.Made = &calls.Object{Kind: e.Made, Inner: new(wrapper)}
	}
	if e.MadeFile && c.OutFile != nil {
		*c.OutFile = nobodys{}
	}
	asked := s.pending
	r.k.returned(s, e.Status)
	if of.gone && c.Method == calls.Release {
		r.depart(of.name)
	}
	if o := made(c); o != nil && r.objects[o.name] == nil {
		r.objects[o.name] = c.Made
	}
	r.tell(e, c, asked)
	if c.OutFile != nil {
		if f, ok := (*c.OutFile).(*file); ok {
			r.files[f.state.name] = f
		}
	}
	return nil
}

// tell tells how a call has ended, and what it says of a request.
func (r *Replay) tell(e *event.Return, c *calls.Call, asked *pending) {
	if r.told == nil {
		return
	}
	if o := made(c); o != nil {
		c.Made.Name = o.name
	}
	r.told.Ends(e.Number, c, e.Status)
	if asked != nil && c.Method == calls.GetOverlappedResult {
		r.told.Finished(asked.number, e.Status)
	}
}

// mostDeparted is how many objects are kept that are gone: a program may use them.
const mostDeparted = 1024

// mostKnown is how many requests of an object are kept after the program learned how they ended.
const mostKnown = 4096

// latestOf forgets old requests if the program knows how they ended.
func (r *Replay) latestOf(numbers []uint64) []uint64 {
	if len(numbers) < 2*mostKnown {
		return numbers
	}
	old := len(numbers) - mostKnown
	var left []uint64
	for i, number := range numbers {
		if p := r.pending[number]; i < old && p != nil && p.known {
			delete(r.pending, number)
		} else {
			left = append(left, number)
		}
	}
	return left
}

// depart notes that an object is gone, and forgets everything of the object that went longest ago.
func (r *Replay) depart(name string) {
	r.departed = append(r.departed, name)
	if len(r.departed) <= mostDeparted {
		return
	}
	oldest := r.departed[0]
	r.departed = r.departed[1:]
	for _, number := range r.requests[oldest] {
		delete(r.pending, number)
	}
	delete(r.requests, oldest)
	delete(r.objects, oldest)
	delete(r.files, oldest)
}

// made is what a call has created, nil if nothing.
func made(c *calls.Call) *object {
	if c.Made == nil {
		return nil
	}
	o, _ := c.Made.State.(*object)
	return o
}

// again has the checker see the latest call and its return once more, as often as needed.
func (r *Replay) again(times uint64) error {
	call, returned := r.latest[0].Call, r.latest[1].Return
	if call == nil || returned == nil || call.Number != returned.Number {
		return fmt.Errorf("a call was made again, and there was none")
	}
	const shown = 3 // times, after which nothing changes but the counts
	for range min(times, shown) {
		if err := r.call(call); err != nil {
			return err
		}
		if err := r.returned(returned); err != nil {
			return err
		}
	}
	if times > shown {
		r.k.countAgain(r.k.state(r.objects[call.On]), times-shown)
	}
	return nil
}

// countAgain counts calls like the latest one of an object.
func (k *Checker) countAgain(o *object, times uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.seen += times
	if last := o.recent.last(); last != nil {
		last.times += uint32(times)
	}
}

// notification has the checker see one.
func (r *Replay) notification(e *event.Notification) error {
	p := r.pending[e.Request]
	if p != nil && !e.Reset && r.told != nil {
		r.told.Notified(e.Request)
	}
	switch {
	case e.Packet != "":
		f := r.files[e.Packet]
		if f == nil {
			return fmt.Errorf("a packet comes of %q, which nothing has created", e.Packet)
		}
		o := new(nd2.Overlapped)
		if p != nil {
			o = &p.Overlapped
		}
		(&postman{f.k, nobodys{}, []*file{f}, f}).Post(e.Key, o)
	case p == nil:
		return fmt.Errorf("request %d is notified, which nobody has made", e.Request)
	case e.Reset:
		r.k.notify(p.reset)
	default:
		r.k.notify(p.set)
	}
	return nil
}

// notify notes a notification whose event nobody has.
func (k *Checker) notify(how func()) {
	k.mu.Lock()
	how()
	k.unlock()
}

func (r *Replay) file(e *event.File) error {
	f := r.files[e.Name]
	if f == nil {
		return fmt.Errorf("%q is no overlapped file", e.Name)
	}
	if e.Bound {
		f.BindCompletionPort(nobodys{}, e.Key)
	} else {
		f.Close()
		r.depart(e.Name)
	}
	return nil
}

func (r *Replay) removal(e *event.Removal) error {
	back := r.removals[e.Number]
	switch {
	case e.Back != (back != nil):
		return fmt.Errorf("removal %d has no beginning, or two", e.Number)
	case e.Back:
		delete(r.removals, e.Number)
		back()
	default:
		r.removals[e.Number] = r.k.Removed(e.Adapter)
	}
	return nil
}
