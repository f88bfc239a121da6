package bench

import (
	"fmt"

	"github.com/ndconform/ndconform/reports/speed"
)

// controls adds the control path.
func (t *table) controls() {
	for _, together := range []int{1, 64} {
		c := connecting{together}
		t.list = append(t.list, Measurement{
			Measurement: speed.Measurement{
				Group: controlGroup, Op: "Connect", Connections: together, Unit: speed.OpsPerSec,
				Name: fmt.Sprintf("control/connect/at-once=%d", together),
			},
			open: c.open, parts: together, single: together == 1,
		})
	}
	for _, o := range objects {
		t.control("create/object="+o.name, o.method, 0, o.open)
	}
	for _, size := range t.registrations {
		t.control(fmt.Sprintf("register/size=%d", size), "Register", size, registering(size))
	}
	t.control("bind", "Bind", 0, binding)
	t.control("resize", "Resize", 0, resizing)
	t.control("modify", "Modify", 0, modifying)
	t.control("notify", "Notify", 0, notifying)
	t.control("getresults/results=0", "GetResults", 0, asking)
}

func (t *table) control(name, op string, size int, open func(*rig) (*work, error)) {
	t.list = append(t.list, Measurement{
		Measurement: speed.Measurement{
			Group: controlGroup, Name: "control/" + name, Op: op, Size: size, Unit: speed.Nanoseconds,
		},
		open: open, parts: 1, single: op == "Notify",
	})
}
