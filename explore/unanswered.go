package explore

import (
	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
)

// unanswered counts requests that had to fail, and those of them that were not answered: whose
// answer a network has lost, since an end that has refused something says no more. It is a finding
// where that is no accident.
type unanswered struct{ doomed, silent int }

// How many of them are a finding, and how many of all at least, as one in so many.
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
