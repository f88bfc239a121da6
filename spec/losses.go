package spec

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/providers"
)

// LoseAnswers has the active end post requests that arrive at the passive one, while
// the network loses all that comes from there, until heal is called. The spec is
// unobservable where the network can't be had so. What is posted is to be short: no more
// than is under way without an answer.
func (c *Connection) LoseAnswers(post func()) (heal func()) {
	GinkgoHelper()
	return c.losing(c.Passive, post)
}

// LosePart has the active end post a request that is longer than what is under way
// without an answer, and the network lose a part of it: what follows when the first
// answers have come, until heal is called.
func (c *Connection) LosePart(post func()) (heal func()) {
	GinkgoHelper()
	return c.losing(c.Active, post)
}

// losing keeps an end from hearing of what is posted until the active end is cut off.
func (c *Connection) losing(deaf *End, post func()) (heal func()) {
	GinkgoHelper()
	if c.Active.Address == c.Passive.Address {
		Unobservable("the adapter is its own peer, and can't be kept from hearing only as a sender")
	}
	release := deaf.InjectIfPossible(providers.Fault{Kind: providers.Hold})
	post()
	heal = c.Active.InjectIfPossible(providers.Fault{Kind: providers.Partition})
	release()
	return heal
}
