package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// manyInterfaces permits interfaces that no document defines.
const manyInterfaces = "Other IIDs may be supported as new interfaces are defined."

// extended are variants of adapters that have more interfaces than ND2's.
var extended = alike(Variant{
	Permits: manyInterfaces,
	Source:  "IND2Adapter.md, IND2Adapter::CreateCompletionQueue, Parameters",
	Excludes: because("both say what an interface that nobody has defined gives", "answers-any-iid",
		"extended-interfaces"),
}, []Variant{
	{
		ID:      "answers-any-iid",
		Differs: "An interface that no document defines gives ND2's object.",
		hooks: onCall(func(c *calls.Call) nd2.Status {
			if own := undefined(c); own != (nd2.GUID{}) {
				c.IID = own
			}
			return c.Proceed()
		}),
	},
	{
		ID: "extended-interfaces",
		Differs: "Ids that end with zeros are the vendor's interfaces: such objects have ND2's methods and others behind " +
			"them.",
		hooks: onCall(func(c *calls.Call) nd2.Status {
			own := undefined(c)
			if own == (nd2.GUID{}) || c.IID.Data4 != [8]byte{} {
				return c.Proceed()
			}
			c.IID = own
			s := c.Proceed()
			if s == nd2.Success {
				*c.Out = extension{*c.Out}
			}
			return s
		}),
	},
})

// undefined is the object's own interface if the call asks for an interface that no document defines, otherwise zero.
func undefined(c *calls.Call) nd2.GUID {
	if _, defined := calls.InterfaceOf(c.IID); defined || c.Out == nil || c.IID == (nd2.GUID{}) {
		return nd2.GUID{}
	}
	return c.InterfaceAsked()
}

// An extension is an object with a vendor's interface: a client of ND2 calls none of the vendor's methods.
type extension struct{ nd2.Unknown }

var _ providers.Extension = extension{}

// Pointer implements [providers.Extension].
func (extension) Pointer() uintptr { return 0x5eed }

// Extended implements [providers.Extension].
func (e extension) Extended() nd2.Unknown { return e.Unknown }
