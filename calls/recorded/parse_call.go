package recorded

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// event reads which request's end is waited for: the oldest one of its method and object that pends, if the line does
// not say which.
func (p *parser) event() (c Call, err error) {
	at := p.at
	of := p.until(" \t,")
	c.On, c.Request, _ = strings.Cut(of, ".")
	c.Method, c.Nth = notified, 1
	if p.at < len(p.text) && p.text[p.at] == ',' {
		p.at++
		p.spaces()
		at = p.at
		digits, found := strings.CutPrefix(p.until("→-"), "pending ")
		if c.Nth, err = strconv.Atoi(digits); err != nil || !found {
			return c, p.fail(at, "expected which request it is, as in pending 2")
		}
	}
	var ok bool
	if c.Of, ok = p.pending.ends(of, c.Nth); !ok {
		return c, p.fail(at, "no such request %q is pending: each ends once", of)
	}
	return c, nil
}

// call reads an object that is made, if there is one, an object, a method, and the parameters.
func (p *parser) call() (c Call, err error) {
	at := p.at
	first := p.until(".=(")
	if p.at < len(p.text) && p.text[p.at] == '=' {
		c.Made = first
		if !isName(c.Made) {
			return c, p.fail(at, "%q is no name for an object, such as qp1", c.Made)
		}
		p.at++
		p.spaces()
		at = p.at
		first = p.until(".(")
	}
	c.On = first
	if !isName(c.On) {
		return c, p.fail(at, "expected an object, such as qp1, and found %q", c.On)
	}
	if p.at == len(p.text) || p.text[p.at] != '.' {
		return c, p.fail(p.at, "expected a method behind %s, as in %s.Method()", c.On, c.On)
	}
	p.at++
	at = p.at
	c.Method = p.until("(")
	if !hasMethod(KindOf(c.On), c.Method) {
		return c, p.fail(at, "%s has no method %q", c.On, c.Method)
	}
	return c, p.parameters(&c)
}

// interfaces are those of the kinds of objects.
var interfaces = map[string]reflect.Type{
	"provider": reflect.TypeFor[nd2.Provider](), "adapter": reflect.TypeFor[nd2.Adapter](),
	"cq": reflect.TypeFor[nd2.CompletionQueue](), "srq": reflect.TypeFor[nd2.SharedReceiveQueue](),
	"qp": reflect.TypeFor[nd2.QueuePair](), "mr": reflect.TypeFor[nd2.MemoryRegion](),
	"mw": reflect.TypeFor[nd2.MemoryWindow](), "connector": reflect.TypeFor[nd2.Connector](),
	"listener": reflect.TypeFor[nd2.Listener](), "file": reflect.TypeFor[nd2.OverlappedFile](),
}

// hasMethod reports whether objects of a kind have a method.
func hasMethod(kind, method string) bool {
	of := interfaces[kind]
	if of == nil {
		return false
	}
	_, ok := of.MethodByName(method)
	return ok
}

// parameters reads what stands between parentheses.
func (p *parser) parameters(c *Call) error {
	if p.at == len(p.text) {
		return p.fail(p.at, "expected ( behind %s", c.Method)
	}
	p.at++
	left := slices.Clone(fieldsOf(c))
	for {
		p.spaces()
		at := p.at
		text := p.until(",)")
		if p.at == len(p.text) {
			return p.fail(p.at, "expected ) behind the parameters of %s", c.Method)
		}
		end := p.text[p.at]
		p.at++
		if text == "" && end == ')' {
			return nil
		}
		n := slices.IndexFunc(left, func(f field) bool { return f.takes(c, text) })
		if n < 0 {
			n = slices.IndexFunc(left, func(f field) bool {
				f.read = f.wrong
				return f.read != nil && f.takes(c, text)
			})
		}
		if n < 0 {
			return p.fail(at, "%q is no parameter of %s%s", text, c.Method, wanted(left))
		}
		left = slices.Delete(left, n, n+1)
		if end == ')' {
			return nil
		}
	}
}

// takes sets the field of a call if a text can be it.
func (f field) takes(c *Call, text string) bool {
	if f.label != "" {
		value, ok := strings.CutPrefix(text, f.label+" ")
		return ok && f.read(c, strings.TrimSpace(value))
	}
	was := *c
	if f.read(c, text) {
		return true
	}
	*c = was
	return false
}

// wanted says which labels could come next.
func wanted(left []field) string {
	var labels []string
	for _, f := range left {
		if f.label != "" {
			labels = append(labels, f.label)
		}
	}
	if len(labels) == 0 {
		return ""
	}
	return ", which has " + strings.Join(labels, ", ")
}
