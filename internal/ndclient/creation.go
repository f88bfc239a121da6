package ndclient

import (
	"fmt"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// Insisted makes a call, and makes it again after a lack of the moment; see [providers.Insist].
func Insisted(call func() nd2.Status) nd2.Status { return providers.Insist(call, func(nd2.Status) {}) }

// A Failure is a failed step of a client: the method, and the status that it returned or
// that its request ended with.
type Failure struct {
	Method string
	Status nd2.Status
	// Object is an object of the wrong kind that a method has created with ND_SUCCESS.
	Object nd2.Unknown
}

// Error implements error.
func (f *Failure) Error() string {
	switch f.Status {
	case nd2.Success:
		return fmt.Sprintf("%s created a %T", f.Method, f.Object)
	case nd2.Pending:
		return f.Method + " has not ended"
	}
	return fmt.Sprintf("%s returned %v", f.Method, f.Status)
}

// Exhausted reports whether a status says that an adapter lacks resources.
func Exhausted(s nd2.Status) bool { return s == nd2.InsufficientResources || s == nd2.NoMemory }

// Step makes a call, and returns nil for ND_SUCCESS. A lack of the moment does not refuse it; see [providers.Insist].
func Step(method string, call func() nd2.Status) *Failure { return succeeded(method, Insisted(call)) }

// succeeded returns nil for ND_SUCCESS.
func succeeded(method string, s nd2.Status) *Failure {
	if s == nd2.Success {
		return nil
	}
	return &Failure{Method: method, Status: s}
}

// A Creation is a call that creates an object.
type Creation struct {
	Method string
	Call   func(object *nd2.Unknown) nd2.Status
}

// Create carries a creation out. A lack of the moment does not refuse it; see [providers.Insist].
func Create[T nd2.Unknown](c Creation) (made T, f *Failure) {
	var object nd2.Unknown
	if s := Insisted(func() nd2.Status { return c.Call(&object) }); s != nd2.Success {
		return made, &Failure{Method: c.Method, Status: s}
	}
	made, ok := object.(T)
	if !ok {
		return made, &Failure{Method: c.Method, Object: object}
	}
	return made, nil
}
