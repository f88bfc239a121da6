package legal

// tooLittle says of variants why the suite observes less of them than profile core needs.
var tooLittle = map[string]string{
	"few-objects":      oneConnection,
	"one-listener":     oneConnection,
	"one-listening":    oneConnection,
	"one-port":         oneConnection,
	"one-registration": oneConnection,
}

const oneConnection = "there is room for one connection at a time, and no provider is certified of which no two were seen"
