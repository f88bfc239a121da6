package replay

import (
	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// tokens are those that a region or a window has, or had last. earlier is the remote one before.
type tokens struct{ local, remote, earlier uint32 }

// look asks an object for its tokens while it has some.
func (s *stage) look(o *object) tokens {
	s.mu.Lock()
	t, has := o.tokens, o.registered
	s.mu.Unlock()
	if !has {
		return t
	}
	was := t.remote
	t = ask(o, t)
	if was != 0 && was != t.remote {
		t.earlier = was
	}
	s.note(func() { o.tokens = t })
	return t
}

func ask(o *object, t tokens) tokens {
	switch made := o.made.(type) {
	case nd2.MemoryRegion:
		t.local, t.remote = made.GetLocalToken(), made.GetRemoteToken()
	case nd2.MemoryWindow:
		t.remote = made.GetRemoteToken()
	}
	return t
}

// known are the tokens of an object that was released.
func (s *stage) known(name string) (tokens, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, gone := s.gone[name]
	return t, gone && s.objects[name] == nil
}

// token returns the tokens that the object of a name has, or had last; those of no memory for [recorded.Nobody].
func (p *player) token(name string) (tokens, error) {
	if name == "" || name == recorded.Nobody {
		return tokens{local: nobodys, remote: nobodys}, nil
	}
	if t, gone := p.known(name); gone {
		return t, nil
	}
	o, err := p.object(name)
	if err != nil {
		return tokens{}, err
	}
	if t := p.look(o); t.remote != 0 {
		return t, nil
	}
	return ask(o, tokens{}), nil
}
