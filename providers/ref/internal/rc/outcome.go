package rc

import "fmt"

var outcomeNames = [...]string{
	"OK", "Flushed", "LocalProtection", "LocalOperation", "LocalLength", "Internal", "WindowBind",
	"WindowState", "RemoteAccess", "RemoteInvalid", "RemoteOperation", "RNRExceeded", "RetryExceeded",
}

// String is the name of the constant.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

var kindNames = [...]string{"Send", "SendInvalidate", "Write", "Read", "Bind", "Invalidate"}

// String is the name of the constant.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}
