package main

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

// A crossing says how a parameter crosses from the client to the host and back. In each text,
// # stands for the parameter's name.
type crossing struct {
	// put makes the client write the parameter, if it goes to the host.
	put string
	// take is the host's parameter, and pass how the method gets it.
	take, pass string
	// back makes the host write the outcome, and fill makes the client store it.
	back, fill string
}

// crossingOf returns how a parameter of a method crosses.
func crossingOf(m interfaces.Method, p interfaces.Parameter) crossing {
	written := interfaces.Written(p.Type)
	switch written {
	case "nd2.Unknown":
		return in("c.reference(#)", "c.unknown()")
	case "nd2.CompletionPort":
		return in("c.port(#)", "c.port()")
	case "*nd2.Overlapped":
		return in("c.request(#)", "c.request()")
	case "*nd1.Result":
		return in("c.result(#)", "c.result()")
	case "nd1.MRHandle":
		return in("wire.PutUint(&c.Writer, #)", "c.handle()")
	case "[]nd2.SGE", "[]nd1.SGE", "[]ndk.SGE":
		list := "list" + prefix(strings.TrimSuffix(written[2:], ".SGE"))
		return in("c."+list+"(#)", "c."+list+"()")
	case "[]byte":
		if p.Name == "out" || strings.HasPrefix(m.Name, "Get") {
			return crossing{"c.buffer(#)", "c.room()", "#.bytes", "c.putRoom(#)", "r.room(#)"}
		}
		return in("c.buffer(#)", "c.buffer()")
	case "*nd2.Unknown", "*nd2.OverlappedFile":
		return crossing{"", written[1:] + "(untouched{})", "&#", "c.putOut(#)", "comesOut(r, #)"}
	}
	switch t := p.Type.Underlying().(type) {
	case *types.Signature:
		name := [...]string{"", "calling", "telling", "giving"}[t.Params().Len()]
		once := strings.HasSuffix(written, "Completion") // others may be nil, and are called repeatedly
		return in(fmt.Sprintf("c.%s(#, %t)", name, once), fmt.Sprintf("c.%s(%t)", name, once))
	case *types.Interface:
		return in("c.reference(#)", "parameter["+written+"](c)")
	case *types.Pointer:
		return pointer(p, t.Elem())
	}
	put, take := codec(p.Type)
	return in(put+"(&c.Writer, #)", take+"(&c.Reader)")
}

// in is the crossing of a parameter that only goes to the host.
func in(put, take string) crossing { return crossing{put: put, take: take, pass: "#"} }

// pointer is the crossing of a pointer to a value.
func pointer(p interfaces.Parameter, to types.Type) crossing {
	if _, ok := to.Underlying().(*types.Interface); ok {
		put := "putOut"
		if strings.HasPrefix(interfaces.Written(to), "ndk.") {
			put = "putOutNDK"
		}
		return crossing{"", "*new(" + interfaces.Written(to) + ")", "&#", "c." + put + "(#)", "comesOut(r, #)"}
	}
	put, take := codec(to)
	c := crossing{
		put: "wire.PutPointer(&c.Writer, #, " + put + ")", take: "wire.Pointer(&c.Reader, " + take + ")", pass: "#",
		back: "wire.PutPointer(&c.reply, #, " + put + ")", fill: "wire.Fill(&r.Reader, #, " + take + ")",
	}
	if interfaces.Written(to) == "ndk.GroupAffinity" || p.Name == "remote" { // the method only reads it
		c.back, c.fill = "", ""
	}
	return c
}

// codec returns the functions that write and take a value.
func codec(t types.Type) (put, take string) {
	if named, ok := t.(*types.Named); ok {
		if _, ok := t.Underlying().(*types.Struct); ok {
			return "wire.Put" + exported(named), "wire." + exported(named)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.Bool {
			return "wire.PutBool", "wire.Bool"
		}
		return "wire.PutUint[" + interfaces.Written(t) + "]", "wire.Uint[" + interfaces.Written(t) + "]"
	}
	panic(fmt.Sprintf("no line of crossing is for the type %v", t))
}

// of puts a parameter's name into a text.
func (p named) of(text string) string { return strings.ReplaceAll(text, "#", p.Name) }

// named is a parameter with its crossing.
type named struct {
	interfaces.Parameter
	crossing
}

func parameters(m interfaces.Method) (list []named) {
	for _, p := range m.Parameters {
		list = append(list, named{p, crossingOf(m, p)})
	}
	return list
}
