package fabric

import (
	"net/netip"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestNamespace opens RoCEv2's port at one address in two namespaces.
func TestNamespace(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make a network namespace")
	}
	name := "ndc-fabric-" + strconv.Itoa(os.Getpid())
	for _, line := range []string{"netns add " + name, "-n " + name + " link set lo up"} {
		if out, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput(); err != nil {
			t.Skipf("ip %s: %v %s", line, err, out)
		}
	}
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "delete", name).Run() })
	there := NewUDP(Namespace(name))
	defer there.Close()
	_, a, _ := newUDPHosts(t)
	port, err := there.Attach([]netip.Addr{a.address}, a)
	if err != nil {
		t.Fatal(err)
	}
	if host, _ := port.Route(netip.MustParseAddr("127.0.0.1")); !host {
		t.Error("no way to the loopback address there")
	}
	if host, _ := port.Route(netip.MustParseAddr("198.51.100.77")); host {
		t.Error("a way to where only this namespace can have one")
	}
}

func TestNamespaceRefused(t *testing.T) {
	n := NewUDP("no-such-namespace")
	defer n.Close()
	_, err := n.Attach([]netip.Addr{netip.MustParseAddr("127.0.0.1")}, new(host))
	if err == nil || !strings.Contains(err.Error(), `no network namespace "no-such-namespace"`) {
		t.Error(err)
	}
}
