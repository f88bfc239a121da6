package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// Kind is what sort of rule an entry is.
type Kind string

// The kinds of rule.
const (
	Return          Kind = "return"           // what a method returns
	Completion      Kind = "completion"       // a status that a result may have
	NeverCompletion Kind = "never-completion" // a status that a result may not have
	Asynchronous    Kind = "asynchronous"     // how an overlapped request completes
	Ordering        Kind = "ordering"         // what comes before what
	Notification    Kind = "notification"     // when a notification comes, and how often
	Limit           Kind = "limit"            // what holds at a limit and beyond
	Lifetime        Kind = "lifetime"         // how long an object or its effect lasts
	Data            Kind = "data"             // which bytes arrive where
)

// Level is how binding a rule is.
type Level string

// The levels, as in RFC 2119; an INFO entry is recorded and judges nobody.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
	Info   Level = "INFO"
)

// Ground is what an entry rests on that is no statement of the documents.
type Ground string

// The grounds.
const (
	TestsGround  Ground = "Microsoft's tests"
	COMGround    Ground = "COM"
	RulingGround Ground = "a ruling" // which the entry has
	NDKGround    Ground = "other pages on NDKPI"
	ND1Ground    Ground = "other pages on ND v1"
)

// Need is something that a provider or its adapter must offer for a rule to be
// observable: a capability that it claims, or a fault that it can inject.
type Need string

// FaultPrefix starts the need of a fault; a fault.Kind follows.
const FaultPrefix = "fault:"

// Fault is the need of an injected fault.
func Fault(kind fault.Kind) Need { return Need(FaultPrefix + string(kind)) }

// The capabilities.
const (
	NeedSRQ      Need = "srq"          // MaxSharedReceiveQueueDepth > 0
	NeedResize   Need = "cq-resize"    // nd2.AdapterCQResize
	NeedInline   Need = "inline"       // MaxInlineDataSize > 0
	NeedRead     Need = "read"         // both read limits > 0
	NeedWindow   Need = "windows"      // CreateMemoryWindow creates them: no limit says so
	NeedLoopback Need = "loopback"     // nd2.AdapterLoopbackConnections or a second adapter
	NeedNoSRQ    Need = "no-srq"       // an adapter without SRQs
	NeedNoResize Need = "no-cq-resize" // an adapter without resizing
	NeedND1      Need = "v1"           // providers.V1
	NeedNDK      Need = "ndk"          // providers.NDK
	NeedCOM      Need = "com"          // providers.COM
)

// An Entry is one rule.
type Entry struct {
	// ID is made of names and stays forever: "cq.notify.nd-pending".
	ID string
	// Interface and Method are the documents' own names; Method may be empty for
	// a rule of the whole interface.
	Interface, Method string
	Kind              Kind
	// Code is the documented status, by name; empty for a rule that is not
	// about one. An entry whose id ends with it leaves it out.
	Code string
	// Request is the request type, for completions.
	Request string
	Level   Level
	Profile Profile
	// Since is the release of the catalogue that first had the rule; empty for the first
	// of all.
	Since string
	// Provisional says that the rule is a MUST which is new in this release. A provider
	// that an earlier release has certified has never been held to it: whoever breaks it
	// is only warned, and fails from the next release on. It follows from Since.
	Provisional bool
	// Source is the document and heading: "IND2CompletionQueue.md,
	// IND2CompletionQueue::Notify, Remarks". An entry says of its method's page
	// just the part, "Remarks", or nothing.
	Source string
	// Rule states it in one sentence, present tense.
	Rule string
	// Halves names what the rule says apart, where its sentence has several halves: objects, ends, types, families,
	// before and after. For each there is a mutant of the name ID/half, which a spec that claims the rule finds.
	Halves []string
	// Needs lists all that must be there for the rule to be observed. The faults behind ND_DEVICE_REMOVED,
	// ND_INSUFFICIENT_RESOURCES and ND_NO_MEMORY follow from Code, as does the rule on the first.
	Needs []Need
	// Accept lists the statuses that conform, the preferred ones first; a spec
	// that sees another of them passes with a warning. Empty where the rule is
	// not about a status. [Entry.Judge] knows which other failures may pass.
	Accept []nd2.Status
	// Preferred counts the statuses of Accept that are preferred; 0 is the first,
	// or the first two if the documents have both for the same thing.
	Preferred int
	// Strength is how much the text says that the entry rests on.
	Strength Strength
	// Rests is what the entry rests on beside the statements that it holds providers
	// to, see [StatementsOf]; empty if these are all.
	Rests Ground
	// MayCrash says that the client itself is at fault, so that a provider which
	// crashes over it is warned of and not condemned. Never of a MUST.
	MayCrash bool
	// Ruling is the reason where the documents contradict themselves or
	// practice; empty where they do not.
	Ruling string
}
