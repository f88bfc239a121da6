//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// open opens the device that the options name, and asks what it can do.
func open(o *options) (providers.Instance, error) {
	name, err := o.choose()
	if err != nil {
		return nil, err
	}
	d := &device{name: name, port: uint8(o.port)}
	for _, step := range []func(*options) error{d.open, d.inquire, d.locate, d.probe, d.watch} {
		if err := step(o); err != nil {
			d.Close()
			return nil, err
		}
	}
	return d, nil
}

// choose returns the name of the device to open.
func (o *options) choose() (string, error) {
	names, err := ib.DeviceNames()
	if len(names) == 0 {
		if err != nil && !errors.Is(err, syscall.ENOSYS) {
			return "", fmt.Errorf("no RDMA device: %w", err)
		}
		return "",
			errors.New(
				"no RDMA device: load the adapter's driver, or for software RoCE: modprobe rdma_rxe && rdma link add rxe0 type " +
					"rxe netdev NAME")
	}
	known := "known devices: " + strings.Join(names, ", ")
	switch {
	case o.device == "" && len(names) == 1:
		return names[0], nil
	case o.device == "":
		return "", errors.New("several RDMA devices: choose one with device=NAME; " + known)
	case !slices.Contains(names, o.device):
		return "", fmt.Errorf("no RDMA device %q; %s", o.device, known)
	case o.port < 1 || o.port > 255:
		return "", fmt.Errorf("option port=%d: ports are counted from 1", o.port)
	}
	return o.device, nil
}

func (d *device) open(*options) (err error) {
	d.context, err = ib.Open(d.name)
	if err != nil {
		return d.explain(err, "/dev/infiniband/uverbs*")
	}
	d.manager, err = ib.NewManager()
	if err != nil {
		return d.explain(err, "/dev/infiniband/rdma_cm")
	}
	d.channel, err = d.context.NewCompletionChannel()
	return err
}

// explain says what to do about a file that can't be opened.
func (d *device) explain(err error, file string) error {
	switch {
	case denied(file):
		return fmt.Errorf("device %s: no permission: run as root, or as a user who may read and write %s", d.name, file)
	case errors.Is(err, syscall.ENOENT), errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.ENOSYS):
		return fmt.Errorf("device %s: %s is not there: modprobe ib_uverbs rdma_ucm", d.name, file)
	}
	return fmt.Errorf("device %s: %w", d.name, err)
}

// denied reports whether a file exists but may not be used. The libraries try several
// files, and report only the last error.
func denied(pattern string) bool {
	files, _ := filepath.Glob(pattern)
	return slices.ContainsFunc(files, func(file string) bool {
		f, err := os.OpenFile(file, os.O_RDWR, 0)
		if err == nil {
			f.Close()
		}
		return errors.Is(err, fs.ErrPermission)
	})
}

// inquire asks the device what it can do, and looks at the port.
func (d *device) inquire(o *options) (err error) {
	d.limits, err = d.context.Limits()
	if err != nil {
		return fmt.Errorf("device %s: %w", d.name, err)
	}
	p, err := d.context.Port(d.port)
	if err != nil {
		return fmt.Errorf("device %s has no port %d", d.name, o.port)
	}
	if !p.Active {
		return fmt.Errorf("port %d of device %s is down: bring its link up (rdma link show, ip link set NETDEV up)", o.port,
			d.name)
	}
	d.describe(p)
	return nil
}

// locate finds the port's addresses: those of this machine that the connection manager
// binds to it.
func (d *device) locate(o *options) error {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return err
	}
	for _, a := range all {
		prefix, err := netip.ParsePrefix(a.String())
		if err == nil && !prefix.Addr().IsLinkLocalUnicast() && d.has(prefix.Addr()) {
			d.addresses = append(d.addresses, prefix.Addr().Unmap())
		}
	}
	if o.gid >= 0 {
		return d.confine(o.gid)
	}
	if len(d.addresses) == 0 {
		return fmt.Errorf("port %d of device %s has no IP address: ip addr add ADDRESS dev NETDEV", d.port, d.name)
	}
	return nil
}

func (d *device) has(a netip.Addr) bool {
	id, err := d.manager.NewID(0)
	if err != nil {
		return false
	}
	defer id.Destroy()
	if id.Bind(netip.AddrPortFrom(a, 0)) != nil {
		return false
	}
	name, port := id.Device()
	return name == d.name && port == d.port
}

// confine leaves only the address at an index of the port's GID table.
func (d *device) confine(index int) error {
	gid, err := d.context.GID(d.port, index)
	if err != nil || gid == [16]byte{} {
		return fmt.Errorf("option gid=%d: port %d of device %s has no such entry", index, d.port, d.name)
	}
	a := netip.AddrFrom16(gid).Unmap()
	if !slices.Contains(d.addresses, a) {
		return fmt.Errorf("option gid=%d: %v is not a usable address of port %d of device %s; known: %v", index, a, d.port,
			d.name, d.addresses)
	}
	d.addresses = []netip.Addr{a}
	return nil
}

// probe finds out what the device does not report: whether memory can be registered,
// whether completion queues can be resized, and how much data goes inline.
func (d *device) probe(*options) error {
	if err := d.reserve(); err != nil {
		return fmt.Errorf("device %s: %w", d.name, err)
	}
	pd, err := d.context.NewPD()
	if err != nil {
		return fmt.Errorf("device %s: %w", d.name, err)
	}
	defer pd.Free()
	cq, err := d.context.NewCQ(1, 0, d.channel, 0)
	if err != nil {
		return fmt.Errorf("device %s: %w", d.name, err)
	}
	defer cq.Free()
	if cq.Resize(2) == nil {
		d.info.AdapterFlags |= nd2.AdapterCQResize
	}
	for inline := uint32(1024); inline > 0; inline /= 2 {
		q, err := pd.NewQP(ib.QPConfig{
			Send: cq, Receive: cq, SendDepth: 1, ReceiveDepth: 1, SendSGE: 1, ReceiveSGE: 1,
			Inline: inline,
		})
		if err == nil {
			q.Free()
			d.info.MaxInlineDataSize, d.info.InlineRequestThreshold = inline, min(inline, inlineThreshold)
			break
		}
	}
	return d.register(pd)
}

// register tries to lock a page: by default, users may lock only a few.
func (d *device) register(pd *ib.PD) error {
	page, err := syscall.Mmap(-1, 0, syscall.Getpagesize(), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Munmap(page) }()
	mr, err := pd.Register(addressOf(page), len(page), ib.LocalWrite)
	if errors.Is(err, syscall.ENOMEM) || errors.Is(err, syscall.EPERM) {
		return fmt.Errorf("device %s: no memory can be locked: raise the limit (ulimit -l unlimited)", d.name)
	}
	if err != nil {
		return fmt.Errorf("device %s: %w", d.name, err)
	}
	return mr.Deregister()
}
