package main

import (
	"bytes"
	"fmt"
	"go/types"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

// A method is a method to wrap.
type method struct {
	of interfaces.Interface
	interfaces.Method
	by wrapper
}

func (m method) constant() string { return m.by.prefix + m.Name }

func (m method) documented() string {
	if other, ok := renamed[m.of.Package+"."+m.of.Name+"."+m.Name]; ok {
		return other
	}
	return fmt.Sprintf(m.by.documented, m.Name)
}

// posts reports whether a call posts a v2 request, whose context the layer may replace.
func (m method) posts() bool {
	return m.of.Package == "nd2" && len(m.Parameters) > 0 && m.Parameters[0].Name == "requestContext"
}

// posts1 reports whether a call posts a v1 request.
func (m method) posts1() bool {
	return m.of.Name == "Endpoint" && len(m.Parameters) > 0 && interfaces.Written(m.Parameters[0].Type) == "*nd1.Result"
}

// creates reports whether a call puts an object where a parameter points.
func (m method) creates(p interfaces.Parameter) bool {
	to, ok := p.Type.(*types.Pointer)
	return ok && types.IsInterface(to.Elem()) && interfaces.Written(to.Elem()) != "nd2.OverlappedFile"
}

func (m method) has(t string) bool {
	for _, p := range m.Parameters {
		if interfaces.Written(p.Type) == t {
			return true
		}
	}
	return false
}

func writeMethod(b *bytes.Buffer, m method) {
	var fields, names, signature []string
	for _, p := range m.Parameters {
		fields = append(fields, "c."+fieldOf(m, p))
		names = append(names, p.Name)
		signature = append(signature, p.Name+" "+interfaces.Written(p.Type))
	}
	fmt.Fprintf(b,
		"\nvar of%s = method{%s, %q, func(c *Call) []any { return []any{%s} }, func(c *Call) nd2.Status {\n%s\n}}\n",
		m.constant(), m.constant(), m.Name, strings.Join(fields, ", "), m.carried(fields))
	if m.by.byHand[m.Name] {
		return
	}
	fmt.Fprintf(b, "\n// %s implements [%s.%s].\nfunc (w *%s) %s(%s) %s {\n", m.Name, m.of.Package, m.of.Name, m.by.name,
		m.Name, strings.Join(signature, ", "), m.result())
	fmt.Fprintf(b, "c := w.begin(&of%s)\n", m.constant())
	if m.posts() {
		fields, names = append(fields, "c.Request"), append(names, "nd2.Request"+m.Name)
	}
	if len(fields) > 0 {
		fmt.Fprintf(b, "%s = %s\n", strings.Join(fields, ", "), strings.Join(names, ", "))
	}
	fmt.Fprintf(b, "%s\n}\n", m.returned())
}

func (m method) result() string {
	if m.Result == nil {
		return ""
	}
	return interfaces.Written(m.Result)
}

// returned is the wrapper's body: it makes the call and returns the outcome.
func (m method) returned() string {
	made := "c.made()"
	if m.of.Package == "nd2" && m.has("*nd2.Overlapped") {
		made = "c.requests()"
	}
	switch t := m.result(); t {
	case "":
		return made
	case "nd2.Status":
		return "return " + made
	case "ndk.Status":
		return "return ndk.Status(" + made + ")"
	case "uint32":
		return "return c.counted()"
	case "uintptr":
		return "return uintptr(c.counted())"
	default: // a file
		return "c.pass()\nreturn c.File"
	}
}

// steps are the methods that a hand-written function of the call carries out.
var steps = map[string]string{
	"QueryInterface": "queryInterface", "GetOverlappedResult": "overlappedResult",
	"AdapterCreateOverlappedFile": "createFile", "CQGetResults": "takeResults", "CQNotify": "notify",
	"ND1GetResults": "takeND1Results", "NDKGetCqResults": "takeNDKResults",
}

// before are the notes taken before a call is carried out.
var before = map[string]string{
	"ConnectorConnect": "c.connects()\n", "ConnectorAccept": "c.accepts()\n",
}

// callbacks are the functions by which the provider calls back through the layer.
var callbacks = map[string]string{
	"ndk.RequestCompletion": "requestCompletion", "ndk.CloseCompletion": "closeCompletion",
	"ndk.SRQNotification": "notification", "ndk.DisconnectEvent": "disconnectEvent",
}

// carried makes the provider carry out a call.
func (m method) carried(fields []string) string {
	if step, ok := steps[m.constant()]; ok {
		return "return c." + step + "()"
	}
	inner := m.by.inner
	if inner == "" {
		inner = "c.Self.(*" + m.by.name + ").Inner"
	}
	var arguments []string
	for i, p := range m.Parameters {
		arguments = append(arguments, m.argument(p, fields[i]))
	}
	return before[m.constant()] + m.noted(fmt.Sprintf("%s.%s(%s)", inner, m.Name, strings.Join(arguments, ", ")), fields)
}

// argument is the provider's argument for a parameter in a field.
func (m method) argument(p interfaces.Parameter, field string) string {
	t := interfaces.Written(p.Type)
	switch {
	case t == "nd2.Unknown":
		return "c.inner(" + field + ")"
	case t == "nd2.OverlappedFile":
		return "c.innerFile(" + field + ")"
	case t == "*nd2.Overlapped" && m.of.Package == "nd2":
		return "c.overlapped()"
	case types.IsInterface(p.Type):
		return "innerOf(c, " + field + ")"
	case p.Name == "requestContext" && m.posts(), t == "uintptr" && m.makesPair():
		return "id"
	case t == "ndk.CreateCompletion":
		return "createCompletion[" + m.created() + "](c)"
	case callbacks[t] != "":
		return "c." + callbacks[t] + "()"
	case field == "c.Into":
		return field + ".(" + t + ")"
	}
	return field
}

// makesPair reports whether a call creates a v2 queue pair, whose context the layer may replace.
func (m method) makesPair() bool {
	return m.of.Package == "nd2" && strings.HasPrefix(m.Name, "CreateQueuePair")
}

// created is the interface of the created object, empty if there is none.
func (m method) created() string {
	for _, p := range m.Parameters {
		if m.creates(p) {
			return interfaces.Written(p.Type)[1:]
		}
	}
	return ""
}

// noted is the provider's call, and what is made of its outcome.
func (m method) noted(call string, fields []string) string {
	status := call
	switch m.result() {
	case "nd2.Status":
	case "ndk.Status":
		status = "nd2.Status(" + call + ")"
	case "":
		return call + "\nreturn nd2.Success"
	case "uint32":
		return "c.Count = " + call + "\nreturn nd2.Success"
	default: // a file
		return "c.File = " + call + "\nreturn nd2.Success"
	}
	within := func(by, parameters string) string {
		return "return c." + by + "(func(c *Call" + parameters + ") nd2.Status { return " + status + " })"
	}
	switch {
	case m.posts():
		return within("post", ", id uintptr")
	case m.makesPair():
		return within("createQueuePair", ", id uintptr")
	case m.posts1():
		return within("postND1", "")
	case m.created() != "":
		out := fields[len(fields)-1]
		if out == "c.Into" {
			out += ".(*" + m.created() + ")"
		}
		return "return created(c, " + out + ", " + status + ")"
	}
	return "return " + status
}
