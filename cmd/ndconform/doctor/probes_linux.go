package doctor

// What to do about the UDP port of RoCE.
const (
	inUse      = "ss -ulpn 'sport = :4791'"
	letThrough = "nft list ruleset; or with firewalld: firewall-cmd --add-port=4791/udp"
)

var probes = []probe{
	{"Memory", memory},
	{"RDMA devices", devices},
	{"Network", network},
}
