package compare

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/speed"
)

// differences lists how two reports differ apart from what was measured.
func differences(was, is *speed.Report) []string {
	a, b := was.Environment, is.Environment
	list := []string{}
	for _, d := range []struct{ what, old, new string }{
		{"the release of ndconform", a.Release(), b.Release()},
		{"the provider", was.Provider, is.Provider},
		{"the provider's version", a.ProviderVersion, b.ProviderVersion},
		{"the peer", was.Peer, is.Peer},
		{"the peer's version", a.PeerVersion, b.PeerVersion},
		{"what --only selects", strings.Join(was.Filters, ","), strings.Join(is.Filters, ",")},
		{"the host", a.Host, b.Host},
		{"the system", a.OS + "/" + a.Arch, b.OS + "/" + b.Arch},
		{"the kernel", a.Kernel, b.Kernel},
		{"the processor", a.Processor, b.Processor},
		{"the number of processors", fmt.Sprint(a.CPUs), fmt.Sprint(b.CPUs)},
		{"the RDMA devices", reports.DeviceWords(a.RDMA), reports.DeviceWords(b.RDMA)},
		{"the version of Go", a.Go, b.Go},
	} {
		if d.old != d.new {
			list = append(list, fmt.Sprintf("%s: %s → %s", d.what, cmp.Or(d.old, "none"), cmp.Or(d.new, "none")))
		}
	}
	return list
}
