package requirement

import "strings"

// Strength is how much the text says that an entry rests on.
type Strength string

// The strengths. A text that states how things are, or that a provider must do
// something, has none.
const (
	SaysShould     Strength = "should"     // also "expected to" and "avoid"
	SaysMay        Strength = "may"        // also "can", of the provider: it may do otherwise
	SaysEncouraged Strength = "encouraged" // or "recommended"
	TestsOnly      Strength = "tests"      // no text: Microsoft's tests want it
)

// weaker has the strength of the entries whose text leaves the provider a choice.
// That codes should be returned is said of them all, and ruled for all of them; see
// [Entry.Judge].
var weaker = map[string]Strength{
	"adapter.createcompletionqueue.affinity-honored":    SaysShould,
	"adapter.createcompletionqueue.overlapped-file":     SaysShould,
	"adapter.createconnector.overlapped-file":           SaysShould,
	"adapter.createlistener.overlapped-file":            SaysShould,
	"adapter.creatememoryregion.overlapped-file":        SaysShould,
	"adapter.createsharedreceivequeue.affinity-honored": SaysShould,
	"adapter.createsharedreceivequeue.overlapped-file":  SaysShould,

	"com.dllcanunloadnow.exported": SaysShould,
	"com.dllcanunloadnow.unused":   SaysShould,

	"connector.connect.patient":                      SaysShould,
	"connector.notifydisconnect.flushes-nothing":     SaysShould,
	"connector.notifydisconnect.released-queue-pair": SaysShould,

	"cq.getnotifyaffinity.nd-success":  SaysEncouraged,
	"srq.getnotifyaffinity.nd-success": SaysEncouraged,
	"cq.notify.no-lost-wakeup":         SaysShould,

	"listener.bind.every-address": SaysMay,
	"listener.listen.backlog":     SaysMay,
	"listener.listen.no-limit":    SaysMay,

	"mr.scope.registered-again": SaysShould,
	"mr.token.as-sent":          SaysShould,
	"mw.token.as-sent":          SaysShould,
	"mw.scope.other-queue-pair": SaysShould,

	"overlapped.canceloverlappedrequests.at-once": SaysMay,

	"qp.peer-disconnect.canceled-locally": SaysShould,
	"qp.release.cancels-requests":         SaysShould,
	"qp.release.disconnects":              SaysShould,
}

// strength says how much an entry rests on.
func (e Entry) strength() Strength {
	if s := weaker[e.ID]; s != "" {
		return s
	}
	if strings.HasPrefix(e.Source, "MS tests:") {
		return TestsOnly
	}
	return ""
}
