package judge

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// An Extension says what becomes of interfaces that no document defines, which providers may have beside ND2's.
type Extension struct {
	// Refuse has them refused, as if the provider had none. Otherwise they are handed on, and are not watched.
	Refuse bool
	// Say is told of each one, the first time. It must not call the checker.
	Say func(string)
}

// noInterface is COM's E_NOINTERFACE.
const noInterface nd2.Status = 0x80004002

// Extensions says what becomes of extensions. It is called before the first call.
func (k *Checker) Extensions(e Extension) { k.extension = e }

// An area is a part of what a program does.
type area uint8

const (
	requests    area = 1 << iota // queues, queue pairs and memory
	connections                  // connectors and listeners
	adapters                     // providers and adapters, from which all else comes
	everything  = requests | connections | adapters
)

func areaOf(kind string) area {
	switch kind {
	case "IND2Connector", "IND2Listener":
		return connections
	case "IND2Adapter", "IND2Provider", "file":
		return adapters
	}
	return requests
}

// extends reports whether the call asks for an interface that no document defines.
func (s *step) extends() bool {
	if s.c == nil || s.c.IID == (nd2.GUID{}) {
		return false
	}
	_, defined := calls.InterfaceOf(s.c.IID)
	return !defined
}

// refuses reports whether the program is refused an interface: if it is to have none, or if that interface's results
// would have the numbers in which the provider has this queue's contexts.
func (s *step) refuses() bool {
	if !s.extends() {
		return false
	}
	if s.k.extension.Refuse {
		s.say("refused")
		return true
	}
	if s.c.Method == calls.QueryInterface && s.o.queue != nil && s.hasPairs() {
		s.say("refused, since the queue has queue pairs already that are watched: ask for it when the queue is created")
		return true
	}
	return false
}

// hasPairs reports whether results of requests that are known come to the queue.
func (s *step) hasPairs() bool {
	for _, o := range s.k.pairs {
		if o.pair.initiatorQueue == s.o || o.pair.receiveQueue == s.o {
			return true
		}
	}
	return false
}

// handOn notes that the program has an interface whose calls are not seen, and what that is to an object.
func handOn(s *step) {
	if !s.extends() || s.status != nd2.Success || s.c.Made != nil || s.c.Out == nil || *s.c.Out == nil {
		return
	}
	kind := s.o.kind
	if s.c.Method != calls.QueryInterface {
		kind = calls.CreatedKind(s.c.Method)
	}
	of := areaOf(kind)
	if of == adapters {
		of = everything
	}
	s.k.unseen |= of
	s.say("handed on unwatched")
}

// say tells what has become of an interface, once for each method that it was asked of.
func (s *step) say(what string) {
	key := s.c.Method + s.o.kind + s.c.IID.String() + what
	if s.k.extension.Say == nil || slices.Contains(s.k.said, key) {
		return
	}
	s.k.said = append(s.k.said, key)
	of := " of " + s.o.name
	if s.c.Method != calls.QueryInterface {
		of = ", by which " + s.o.name + " was asked for an " + calls.CreatedKind(s.c.Method) + ","
	}
	s.k.extension.Say(fmt.Sprintf("interface %v%s is %s", s.c.IID, of, what))
}

// unknown reports whether what is known of an object may be wrong, since the program does more than is seen.
func (s *step) unknown(of *object) bool {
	return s.k.unseen != 0 && (s.k.unseen&areaOf(of.kind) != 0 || s.o != nil && s.k.unseen&areaOf(s.o.kind) != 0)
}

// passes reports whether the provider is given the program's own context: the results may be seen by methods that
// are not watched.
func (s *step) passes() bool {
	switch {
	case s.k.unseen&requests == 0 || !slices.Contains(posts, s.c.Method):
		return false
	case s.o.pair != nil:
		return !s.o.pair.numbered
	}
	return true
}

// passing is a method whose calls are not looked at.
var passing = new(method)
