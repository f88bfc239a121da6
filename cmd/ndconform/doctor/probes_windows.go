package doctor

// What to do about the UDP port of RoCE.
const (
	inUse      = "netstat -ano -p udp | findstr :4791"
	letThrough = "in an elevated prompt: netsh advfirewall firewall add rule name=RoCE dir=in action=allow " +
		"protocol=UDP localport=4791"
)

var probes = []probe{
	{"Memory", memory},
	{"Installed providers", installed},
	{"Network", network},
}
