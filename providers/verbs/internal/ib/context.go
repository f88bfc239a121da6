//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

import "unsafe"

// A Context is an open device.
type Context struct {
	c *C.struct_ibv_context
}

// Limits are the limits that a device reports. Source: ibv_query_device(3).
type Limits struct {
	Firmware                    string
	GUID                        uint64
	Vendor, Part                uint32
	MaxMR                       uint64
	MaxQPWR, MaxCQE             uint32
	MaxSGE, MaxReadSGE          uint32
	MaxReadsIn, MaxReadsOut     uint32
	MaxSRQWR, MaxSRQSGE         uint32
	ResizeSRQ, Windows2B, IWARP bool
}

// A Port is one of a device's ports. Source: ibv_query_port(3).
type Port struct {
	Active     bool
	MaxMessage uint32
}

// DeviceNames lists the devices.
func DeviceNames() ([]string, error) {
	var names []string
	err := devices(func(d *C.struct_ibv_device, name string) { names = append(names, name) })
	return names, err
}

func devices(each func(*C.struct_ibv_device, string)) error {
	var n C.int
	list, errno := C.ibv_get_device_list(&n)
	if list == nil {
		return failedErrno("ibv_get_device_list", true, errno)
	}
	defer C.ibv_free_device_list(list)
	for _, d := range unsafe.Slice(list, int(n)) {
		each(d, C.GoString(C.ibv_get_device_name(d)))
	}
	return nil
}

// Open opens a device by its name.
func Open(name string) (*Context, error) {
	c := &Context{}
	var opening error
	err := devices(func(d *C.struct_ibv_device, n string) {
		if n != name {
			return
		}
		context, errno := C.ibv_open_device(d)
		c.c, opening = context, failedErrno("ibv_open_device", context == nil, errno)
	})
	if err == nil {
		err = opening
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Close frees the device.
func (c *Context) Close() { C.ibv_close_device(c.c) }

// Limits returns what the device can do.
func (c *Context) Limits() (Limits, error) {
	var a C.struct_ibv_device_attr
	if err := failed("ibv_query_device", C.ibv_query_device(c.c, &a)); err != nil {
		return Limits{}, err
	}
	l := Limits{
		Firmware: C.GoString(&a.fw_ver[0]),
		GUID:     bigEndian(uint64(C.ibv_get_device_guid(c.c.device))),
		Vendor:   uint32(a.vendor_id), Part: uint32(a.vendor_part_id),
		MaxMR:   uint64(a.max_mr_size),
		MaxQPWR: uint32(a.max_qp_wr), MaxCQE: uint32(a.max_cqe),
		MaxSGE: uint32(a.max_sge), MaxReadSGE: uint32(a.max_sge_rd),
		MaxReadsIn: uint32(a.max_qp_rd_atom), MaxReadsOut: uint32(a.max_qp_init_rd_atom),
		ResizeSRQ: a.device_cap_flags&C.IBV_DEVICE_SRQ_RESIZE != 0,
		Windows2B: a.device_cap_flags&C.IBV_DEVICE_MEM_WINDOW_TYPE_2B != 0,
		IWARP:     c.c.device.transport_type == C.IBV_TRANSPORT_IWARP,
	}
	if a.max_srq > 0 {
		l.MaxSRQWR, l.MaxSRQSGE = uint32(a.max_srq_wr), uint32(a.max_srq_sge)
	}
	return l, nil
}

func bigEndian(v uint64) uint64 {
	b := (*[8]byte)(unsafe.Pointer(&v))
	var n uint64
	for _, x := range b {
		n = n<<8 | uint64(x)
	}
	return n
}

// Port returns what is known about a port, counted from 1.
func (c *Context) Port(n uint8) (Port, error) {
	var a C.struct_ibv_port_attr
	if err := failed("ibv_query_port", C.ndc_query_port(c.c, C.uint8_t(n), &a)); err != nil {
		return Port{}, err
	}
	return Port{Active: a.state == C.IBV_PORT_ACTIVE, MaxMessage: uint32(a.max_msg_sz)}, nil
}

// GID returns an entry of a port's table of addresses.
func (c *Context) GID(port uint8, index int) ([16]byte, error) {
	var g [16]byte
	r, errno := C.ibv_query_gid(c.c, C.uint8_t(port), C.int(index), (*C.union_ibv_gid)(unsafe.Pointer(&g)))
	return g, failedErrno("ibv_query_gid", r != 0, errno)
}

// A PD is a protection domain.
type PD struct{ c *C.struct_ibv_pd }

// NewPD makes a protection domain.
func (c *Context) NewPD() (*PD, error) {
	p, errno := C.ibv_alloc_pd(c.c)
	if p == nil {
		return nil, failedErrno("ibv_alloc_pd", true, errno)
	}
	return &PD{p}, nil
}

// Free frees the domain.
func (p *PD) Free() { C.ibv_dealloc_pd(p.c) }
