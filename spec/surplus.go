package spec

import "github.com/ndconform/ndconform/nd2"

// MoreThanSaid reports whether a call has taken more than Query says that the adapter has, and
// warns of it then, by the entry that has a code for it. What was taken has to be carried out.
// Source: IND2Adapter.md, IND2Adapter::CreateQueuePair, Implementation Notes.
func MoreThanSaid(id string, returned nd2.Status) bool {
	taken := returned == nd2.Success || returned == nd2.Pending
	if taken {
		Warn(id, "more is taken than Query says")
	}
	return taken
}
