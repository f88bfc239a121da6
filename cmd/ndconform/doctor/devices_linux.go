package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The folder in which Linux shows RDMA devices, and the files by which programs use them.
const (
	sysfs = "/sys/class/infiniband"
	verbs = "/dev/infiniband/uverbs*"
	cm    = "/dev/infiniband/rdma_cm"
)

// devices lists the RDMA devices, and says whether this user may use them.
func devices() []Fact {
	names, _ := filepath.Glob(filepath.Join(sysfs, "*"))
	if len(names) == 0 {
		return []Fact{{
			Name: "devices", Says: "none", Lacking: true,
			Mend: "load the adapter's driver; for software RoCE: modprobe rdma_rxe && rdma link add rxe0 type rxe netdev NAME",
		}}
	}
	var facts []Fact
	for _, name := range names {
		facts = append(facts, device(name))
	}
	return append(facts, usable(verbs, "modprobe ib_uverbs"), usable(cm, "modprobe rdma_ucm"))
}

// device describes a device by what is in its folder.
func device(folder string) Fact {
	attribute := func(name string) string {
		text, _ := os.ReadFile(filepath.Join(folder, name))
		return strings.TrimSpace(string(text))
	}
	f := Fact{Name: filepath.Base(folder), Says: "firmware " + cmp.Or(attribute("fw_ver"), "unknown")}
	ports, _ := filepath.Glob(filepath.Join(folder, "ports", "*"))
	active := false
	for _, port := range ports {
		number := filepath.Base(port)
		state := attribute(filepath.Join("ports", number, "state"))
		active = active || strings.Contains(state, "ACTIVE")
		f.Says += fmt.Sprintf("; port %s: %s, %s, netdev %s", number, state,
			attribute(filepath.Join("ports", number, "link_layer")),
			attribute(filepath.Join("ports", number, "gid_attrs", "ndevs", "0")))
	}
	if !active {
		f.Lacking, f.Mend = true, "ip link set NETDEV up, and give it an address: ip address add 10.0.0.1/24 dev NETDEV"
	}
	return f
}

// usable says whether files that programs need are there, and may be used.
func usable(pattern, load string) Fact {
	f := Fact{Name: pattern}
	files, _ := filepath.Glob(pattern)
	if len(files) == 0 {
		f.Says, f.Lacking, f.Mend = "not there", true, load
		return f
	}
	denied := slices.ContainsFunc(files, func(file string) bool {
		opened, err := os.OpenFile(file, os.O_RDWR, 0)
		if err == nil {
			_ = opened.Close()
		}
		return errors.Is(err, fs.ErrPermission)
	})
	f.Says = "may be used"
	if denied {
		f.Says, f.Lacking = "may not be used by this user", true
		f.Mend = "run as root, or as a user who may: chmod or a udev rule for " + pattern
	}
	return f
}
