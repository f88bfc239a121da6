package doctor

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

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

// memory says how much there is, and how much of it may be locked: what is registered is.
func memory() []Fact {
	return []Fact{installedMemory(), lockedMemory()}
}

func installedMemory() Fact {
	f := Fact{Name: "memory", Says: "unknown: /proc/meminfo can't be read"}
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return f
	}
	var total, available uint64
	for line := range strings.Lines(string(text)) {
		_, _ = fmt.Sscanf(line, "MemTotal: %d kB", &total)
		_, _ = fmt.Sscanf(line, "MemAvailable: %d kB", &available)
	}
	f.Says = fmt.Sprintf("%s, %s of it available", size(total<<10), size(available<<10))
	return f
}

// leastLocked is enough to register what the suite does on usual adapters.
const leastLocked = 256 << 20

func lockedMemory() Fact {
	f := Fact{Name: "memory that may be locked", Says: "without limit"}
	var r syscall.Rlimit
	const memlock = 8 // RLIMIT_MEMLOCK, which package syscall does not name
	if err := syscall.Getrlimit(memlock, &r); err != nil {
		f.Says = err.Error()
		return f
	}
	if r.Cur == ^uint64(0) {
		return f
	}
	f.Says = size(r.Cur)
	if os.Geteuid() == 0 {
		f.Says += ", which does not bind root"
		return f
	}
	if r.Cur < leastLocked {
		f.Says += ": registering more fails with ND_INSUFFICIENT_RESOURCES"
		f.Mend = "ulimit -l unlimited; if that is refused, as root: echo '* - memlock unlimited' " +
			">/etc/security/limits.d/rdma.conf, and log in again"
	}
	return f
}
