package ref

import (
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// TestTwoNamespaces connects to a process in another network namespace, over a pair
// of virtual Ethernet devices, whose MTU is 1500.
func TestTwoNamespaces(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make a network namespace")
	}
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip("there is no ip: install iproute2")
	}
	space := fmt.Sprintf("ndc%d", os.Getpid())
	near, far := space+"a", space+"b"
	try := func(line string) error {
		out, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("ip %s: %s", line, strings.TrimSpace(string(out)))
		}
		return nil
	}
	t.Cleanup(func() { _ = try("netns delete " + space) }) // and with it the devices
	for _, line := range []string{
		"netns add " + space,
		"link add " + near + " type veth peer name " + far + " netns " + space,
		"address add 10.91.0.1/24 dev " + near,
		"address add fd91::1/64 dev " + near + " nodad",
		"-n " + space + " address add 10.91.0.2/24 dev " + far,
		"-n " + space + " address add fd91::2/64 dev " + far + " nodad",
		"link set " + near + " up",
		"-n " + space + " link set " + far + " up",
	} {
		if err := try(line); err != nil {
			t.Skip(err)
		}
	}
	for own, peer := range map[string]string{"10.91.0.1": "10.91.0.2", "fd91::1": "fd91::2"} {
		t.Run(own, func(t *testing.T) {
			o := &options{
				adapters: 1, fabric: overUDP, limits: nic.DefaultLimits(),
				listen: listening{{netip.MustParseAddr(own)}},
			}
			i := openForTest(t, o)
			if mtu := i.adapters[0].limits.MTU; mtu != 1024 {
				t.Errorf("path MTU %d", mtu)
			}
			expectEcho(t, newTestSide(t, i, 0), startEcho(t, peer, "ip", "netns", "exec", space))
		})
	}
}
