package explore

import (
	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
)

// unanswered counts requests that had to fail, and those of them that were not answered: a network
// may lose an answer, and an end that has refused a request says no more. Too many of these are a
// finding, since that is no accident.
type unanswered struct{ doomed, silent int }

// How many of them, at least, are a finding, and which share of all they must be, as
// one in so many.
const (
	leastSilent = 4
	silentShare = 4
)

func (u *unanswered) weigh(out drive.Outcome) *model.Violation {
	u.doomed += out.Cover["connection/fail"]
	u.silent += out.Unanswered
	if u.silent < leastSilent || u.silent*silentShare < u.doomed {
		return nil
	}
	return model.Violates("cq.getresults.remote-access", "a request that the peer does not allow to end with an error that tells of it",
		"of %d such requests %d have ended with a timeout", u.doomed, u.silent)
}
