package legal

// tooLittle says of variants why the suite observes less of them than profile core needs.
var tooLittle = because("the two ends of a connection leave too few objects for another one, and no provider is "+
	"certified without two of them seen",
	"few-objects", "five-completion-queues", "one-listener", "one-listening", "one-port", "one-registration",
	"three-queue-pairs", "two-completion-queues", "two-connectors", "two-queue-pairs", "two-regions")
